import type { Shown } from './file-facts.ts'
import { type Subject, bare } from './subject.ts'

/** Longer lines, in characters, are skipped: they are generated. */
const longest = 4_000

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => (line.length > longest ? '' : line))
}

/** First labels of hosts at which makers run their product for others. */
const hosted = ['cloud', 'app', 'platform', 'console', 'dashboard']

/** A link such as `[Acme Cloud](https://acme.com)`. */
const cloudLink = /\[([^\]]{1,60}?)[ *]+Cloud[ *]*\]\(https?:\/\/([^\s/)]+)/g

/** What a README shows: the hosted product and its prices. */
export function readmeFacts(
  text: string,
  { names, domain }: Pick<Subject, 'names' | 'domain'>,
): Shown[] {
  return linesOf(text).flatMap((content, index): Shown[] => {
    const line = index + 1
    const links = content.match(/https?:\/\/[^\s)"'<>\]]+/g) ?? []
    const isCloud = [...content.matchAll(cloudLink)].some(
      ([, name = '', host]) =>
        names.some((each) => bare(each) === bare(name)) &&
        domain !== undefined &&
        `.${host}`.endsWith(`.${domain}`),
    )
    return [
      ...(isCloud ? [{ fact: 'hosting', value: 'cloud', line } as const] : []),
      ...links.flatMap((link): Shown[] => {
        const url = URL.parse(link)
        const host = url?.hostname.replace(/^www\./, '')
        if (!url || domain === undefined) return []
        if (hosted.some((label) => host === `${label}.${domain}`))
          return [{ fact: 'hosting', value: 'cloud', line }]
        if (host !== domain || !/^\/pricing\/?$/.test(url.pathname)) return []
        const value = `https://${url.host}/pricing`
        return [
          { fact: 'hosting', value: 'cloud', line },
          { fact: 'pricing', value, line },
        ]
      }),
    ]
  })
}

/** Words in the name of a variable that turns something on or off. */
const switches = /(?:^|_)(?:DISABLED?|ENABLED?|OPT_?OUT|OPT_?IN|NO|OFF|ALLOW)(?:_|$)/

/** The environment variables that turn the product's telemetry off or on, where a text names them. */
export function telemetryFacts(text: string, { names }: Pick<Subject, 'names'>): Shown[] {
  const own = names.map(bare)
  return linesOf(text).flatMap((content, index): Shown[] =>
    (content.match(/\b(?:DO_NOT_TRACK|[A-Z][A-Z\d_]*TELEMETRY[A-Z\d_]*)\b/g) ?? [])
      .filter((name) => {
        const rest = bare(name)
        const isOwn = own.some((each) => each.length >= 3 && rest.startsWith(each))
        if (name === 'DO_NOT_TRACK') return true
        if (/OTEL|OPEN_?TELEMETRY/.test(name)) return false
        if (isOwn) return name.endsWith('_TELEMETRY') || switches.test(name)
        return /^(?:DISABLE_TELEMETRY|TELEMETRY_DISABLED|NO_TELEMETRY|TELEMETRY_OPT_?OUT)$/.test(
          name,
        )
      })
      .map((value) => ({ fact: 'telemetry', value, line: index + 1 })),
  )
}

/** The title of an OpenAPI document that is the product's own. */
export function openApiFacts(text: string, { names }: Pick<Subject, 'names'>): Shown[] {
  const head = linesOf(text.slice(0, 20_000))
  if (!head.some((line) => /^\s*(?:\{\s*)?"?(?:openapi|swagger)"?\s*:/.test(line))) return []
  const at = head.findIndex((line) => /(?:^|[\s{,])"?title"?\s*:/.test(line))
  const [, title = ''] = /"?title"?\s*:\s*(.{0,100})/.exec(head[at] ?? '') ?? []
  const isIts = names.some((name) => bare(name).length >= 3 && bare(title).includes(bare(name)))
  return isIts ? [{ fact: 'interface', value: 'api', line: at + 1 }] : []
}

/** How source code imports the parts of MCP's SDKs, as a line begins. */
const mcpParts: readonly [value: 'mcp_server' | 'mcp_client', RegExp][] = [
  [
    'mcp_server',
    /^(?:import(?! type)|const|export|\}).*['"]@modelcontextprotocol\/(?:sdk\/server\/(?:index|mcp|stdio|sse|streamableHttp)(?:\.js)?|server)['"]/,
  ],
  [
    'mcp_server',
    /^(?:from mcp\.server(?:\.(?:fastmcp|lowlevel|stdio|sse|streamable_http|streamable_http_manager))? import|from fastmcp import .*\bFastMCP\b)/,
  ],
  ['mcp_server', /^\s*(?:\w+ )?"github\.com\/mark3labs\/mcp-go\/server"|\bmcp\.NewServer\(/],
  ['mcp_server', /^\s*use rmcp::.*\bServerHandler\b/],
  [
    'mcp_server',
    /^(?:import io\.modelcontextprotocol\.(?:kotlin\.sdk\.)?server\.|using ModelContextProtocol\.Server\b)/,
  ],
  [
    'mcp_client',
    /^(?:import(?! type)|const|export|\}).*['"]@modelcontextprotocol\/(?:sdk\/client\/(?:index|stdio|sse|streamableHttp)(?:\.js)?|client)['"]/,
  ],
  [
    'mcp_client',
    /^\s*(?:from mcp\.client(?:\.(?:stdio|sse|streamable_http|session|websocket))? import|from mcp import .*\bClientSession\b|from fastmcp import .*\bClient\b)/,
  ],
  ['mcp_client', /^\s*(?:\w+ )?"github\.com\/mark3labs\/mcp-go\/client"|\bmcp\.NewClient\(/],
  ['mcp_client', /^\s*use rmcp::.*\b(?:ClientHandler|RunningService)\b/],
  [
    'mcp_client',
    /^(?:import io\.modelcontextprotocol\.(?:kotlin\.sdk\.)?client\.|using ModelContextProtocol\.Client\b)/,
  ],
]

/** The sides of MCP that source code implements; `proseLines` of host-names are left out. */
export function mcpFacts(lines: readonly string[]): Shown[] {
  return lines.flatMap((content, index): Shown[] =>
    content.length > longest
      ? []
      : mcpParts
          .filter(([, pattern]) => pattern.test(content))
          .map(([value]) => ({ fact: 'interface', value, line: index + 1 })),
  )
}
