// How each MCP client is connected to our server: the table behind /connect. Every row names the
// page of the client's own documentation from which it was read.
import type { Addresses } from '#core/addresses.ts'
import { documentOf } from './markdown.ts'

type Language = 'text' | 'sh' | 'json' | 'toml' | 'python' | 'ts'

/**
 * A command or a configuration that a reader copies. The site replaces `{{mcp}}`, `{{api}}` and
 * `{{cli}}` with its own addresses.
 */
interface Sample {
  where: string
  language: Language
  text: string
}

interface ClientRow {
  /** The anchor on the page. */
  id: string
  name: string
  group: 'Apps and editors' | 'In your code' | 'Without an MCP client'
  /** What to do, where a client is set up by hand in its settings. */
  steps?: readonly string[]
  samples: readonly Sample[]
  /** A link that opens the client and fills in the server. */
  install?: (url: string) => string
  /** How a reader sees that it works. */
  proof: string
  /** The documentation of the client that says so. */
  source: string
}

/** The question that shows that a client uses the directory. */
const connectQuestion = 'Which voice agents use LiveKit?'

const name = 'proofstack'
const asked = `Ask: “${connectQuestion}” The answer links to pages of this site.`

const rows = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    group: 'Apps and editors',
    samples: [
      {
        where: 'In a terminal, for this project',
        language: 'sh',
        text: `claude mcp add --transport http ${name} {{mcp}}`,
      },
      {
        where: 'Or for everybody who works on it, in `.mcp.json`',
        language: 'json',
        text: json({ mcpServers: { [name]: { type: 'http', url: '{{mcp}}' } } }),
      },
    ],
    proof: `\`claude mcp get ${name}\` says “Connected”. ${asked}`,
    source: 'https://code.claude.com/docs/en/mcp',
  },
  {
    id: 'claude',
    name: 'Claude',
    group: 'Apps and editors',
    steps: [
      'On claude.ai or in Claude Desktop, open Customize, then Connectors.',
      'Press +, then “Add custom connector”.',
      'Enter the name Proofstack and the address below, and press Add.',
      'In a chat, press +, then Connectors, and turn it on.',
    ],
    samples: [{ where: 'The address of the server', language: 'text', text: '{{mcp}}' }],
    proof: `${asked} Claude connects from Anthropic’s servers, so the address must be public.`,
    source:
      'https://support.claude.com/en/articles/11175166-get-started-with-custom-connectors-using-remote-mcp',
  },
  {
    id: 'cursor',
    name: 'Cursor',
    group: 'Apps and editors',
    install: (url) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${encodeURIComponent(base64({ url }))}`,
    samples: [
      {
        where: 'Or in `~/.cursor/mcp.json`; for one project, in its `.cursor/mcp.json`',
        language: 'json',
        text: json({ mcpServers: { [name]: { url: '{{mcp}}' } } }),
      },
    ],
    proof: asked,
    source: 'https://cursor.com/docs/mcp/install-links',
  },
  {
    id: 'vs-code',
    name: 'VS Code',
    group: 'Apps and editors',
    install: (url) =>
      `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url }))}`,
    samples: [
      {
        where: 'Or in a terminal',
        language: 'sh',
        text: `code --add-mcp '${JSON.stringify({ name, type: 'http', url: '{{mcp}}' })}'`,
      },
      {
        where: 'Or for one project, in its `.vscode/mcp.json`',
        language: 'json',
        text: json({ servers: { [name]: { type: 'http', url: '{{mcp}}' } } }),
      },
    ],
    proof: `The command “MCP: List Servers” names it. In agent mode, ask: “${connectQuestion}”`,
    source: 'https://code.visualstudio.com/api/extension-guides/ai/mcp',
  },
  {
    id: 'windsurf',
    name: 'Windsurf',
    group: 'Apps and editors',
    samples: [
      {
        where: 'In `mcp_config.json`, which “View Raw Config” in the MCP settings of Cascade opens',
        language: 'json',
        text: json({ mcpServers: { [name]: { serverUrl: '{{mcp}}' } } }),
      },
    ],
    proof: `Press refresh in the MCP settings. ${asked}`,
    source: 'https://docs.windsurf.com/plugins/cascade/mcp',
  },
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    group: 'Apps and editors',
    steps: [
      'On the web, open chatgpt.com/plugins, press +, then “Add custom MCP server”.',
      'Enter the name Proofstack, and under Connection the address below as Server URL.',
      'Under Authentication choose “No authentication”.',
      'Confirm the warning, and select “Create as a plugin”.',
    ],
    samples: [{ where: 'The address of the server', language: 'text', text: '{{mcp}}' }],
    proof: `${asked} ChatGPT connects from OpenAI’s servers, so the address must be public.`,
    source: 'https://developers.openai.com/api/docs/guides/custom-mcp-server',
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    group: 'Apps and editors',
    samples: [
      {
        where: 'In a terminal, for this project',
        language: 'sh',
        text: `gemini mcp add --transport http ${name} {{mcp}}`,
      },
      {
        where: 'Or in `~/.gemini/settings.json`',
        language: 'json',
        text: json({ mcpServers: { [name]: { httpUrl: '{{mcp}}' } } }),
      },
    ],
    proof: `\`/mcp\` lists its tools. ${asked}`,
    source: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
  },
  {
    id: 'codex',
    name: 'Codex',
    group: 'Apps and editors',
    samples: [
      { where: 'In a terminal', language: 'sh', text: `codex mcp add ${name} --url {{mcp}}` },
      {
        where: 'Or in `~/.codex/config.toml`',
        language: 'toml',
        text: `[mcp_servers.${name}]\nurl = "{{mcp}}"`,
      },
    ],
    proof: `\`codex mcp list\` names it. ${asked}`,
    source: 'https://github.com/openai/codex/blob/main/codex-rs/cli/src/mcp_cmd.rs',
  },
  {
    id: 'zed',
    name: 'Zed',
    group: 'Apps and editors',
    samples: [
      {
        where: 'In `settings.json` of Zed',
        language: 'json',
        text: json({ context_servers: { [name]: { url: '{{mcp}}' } } }),
      },
    ],
    proof: `The settings of the Agent Panel show a green dot beside it. ${asked}`,
    source: 'https://zed.dev/docs/ai/mcp',
  },
  {
    id: 'goose',
    name: 'Goose',
    group: 'Apps and editors',
    install: (url) =>
      `goose://extension?${new URLSearchParams({ type: 'streamable_http', url, id: name, name: 'Proofstack', description: 'What agent products are built with' })}`.replaceAll(
        '+',
        '%20',
      ),
    samples: [
      {
        where: 'Or for one session, in a terminal',
        language: 'sh',
        text: 'goose session --with-streamable-http-extension "{{mcp}}"',
      },
    ],
    proof: asked,
    source:
      'https://github.com/block/goose/blob/main/documentation/docs/getting-started/using-extensions.md',
  },
  {
    id: 'langchain',
    name: 'LangChain',
    group: 'In your code',
    samples: [
      { where: 'The package', language: 'sh', text: 'pip install langchain-mcp-adapters' },
      {
        where: 'The tools of the directory as LangChain tools, and one call',
        language: 'python',
        text: `import asyncio
from langchain_mcp_adapters.client import MultiServerMCPClient

async def main():
    client = MultiServerMCPClient(
        {"${name}": {"transport": "streamable_http", "url": "{{mcp}}"}}
    )
    tools = {tool.name: tool for tool in await client.get_tools()}
    print(await tools["list_products"].ainvoke({"tool": "livekit", "use_case": "voice"}))

asyncio.run(main())`,
      },
    ],
    proof: 'It prints the voice agents that use LiveKit. No model and no key are needed for that.',
    source: 'https://github.com/langchain-ai/langchain-mcp-adapters',
  },
  {
    id: 'openai-agents',
    name: 'OpenAI Agents SDK',
    group: 'In your code',
    samples: [
      { where: 'The package', language: 'sh', text: 'pip install openai-agents' },
      {
        where: 'An agent that asks the directory',
        language: 'python',
        text: `import asyncio
from agents import Agent, Runner
from agents.mcp import MCPServerStreamableHttp

async def main():
    async with MCPServerStreamableHttp(
        name="${name}", params={"url": "{{mcp}}"}
    ) as server:
        agent = Agent(name="Scout", mcp_servers=[server])
        result = await Runner.run(agent, "${connectQuestion}")
        print(result.final_output)

asyncio.run(main())`,
      },
    ],
    proof:
      'It prints the voice agents that use LiveKit, with links to this site. The agent needs your key of OpenAI.',
    source: 'https://openai.github.io/openai-agents-python/mcp/',
  },
  {
    id: 'ai-sdk',
    name: 'Vercel AI SDK',
    group: 'In your code',
    samples: [
      { where: 'The package', language: 'sh', text: 'npm install @ai-sdk/mcp' },
      {
        where: 'The tools of the directory for generateText and streamText',
        language: 'ts',
        text: `import { createMCPClient } from '@ai-sdk/mcp'

const client = await createMCPClient({
  transport: { type: 'http', url: '{{mcp}}' },
})
const tools = await client.tools()
console.log(Object.keys(tools))
await client.close()`,
      },
    ],
    proof:
      'It prints the names of the tools. Pass `tools` to `generateText`, and close the client after it.',
    source: 'https://ai-sdk.dev/docs/ai-sdk-core/mcp-tools',
  },
  {
    id: 'curl',
    name: 'curl',
    group: 'Without an MCP client',
    samples: [
      {
        where: 'The JSON API',
        language: 'sh',
        text: 'curl "{{api}}/products?tool=livekit&use_case=voice&detail=brief"',
      },
      {
        where: 'The MCP server, by hand',
        language: 'sh',
        text: `curl "{{mcp}}" \\
  -H 'content-type: application/json' \\
  -H 'accept: application/json, text/event-stream' \\
  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'`,
      },
    ],
    proof:
      'The first prints the voice agents that use LiveKit, the second the tools of the server.',
    source: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports',
  },
  {
    id: 'command-line',
    name: 'Our command line',
    group: 'Without an MCP client',
    samples: [
      { where: 'In a terminal', language: 'sh', text: 'npx --yes {{cli}} search "voice livekit"' },
      {
        where: 'For a host that only starts programs',
        language: 'json',
        text: json({
          mcpServers: { [name]: { command: 'npx', args: ['--yes', '{{cli}}', 'mcp'] } },
        }),
      },
    ],
    proof:
      'It prints products and tools with their addresses. The package also has a typed client.',
    source: '/docs/cli',
  },
] as const satisfies readonly ClientRow[]

/** A client as the page shows it, with the addresses of the site filled in. */
export interface ConnectClient extends Omit<ClientRow, 'install'> {
  /** The link that opens the client and fills in the server. */
  installLink: string | undefined
}

/** All clients, in the order of the page. `cli` is the address of our npm package. */
export function connectClients(to: Addresses, cli: string): ConnectClient[] {
  const fill = (text: string) =>
    text.replaceAll('{{mcp}}', to.mcp).replaceAll('{{api}}', to.api).replaceAll('{{cli}}', cli)
  return (rows as readonly ClientRow[]).map(({ install, samples, ...row }) => ({
    ...row,
    installLink: install?.(to.mcp),
    samples: samples.map((sample) => ({ ...sample, text: fill(sample.text) })),
  }))
}

/** How to connect one client, as Markdown. */
export function clientMarkdown({ steps = [], samples, proof }: ConnectClient): string {
  return [
    steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    ...samples.map(
      ({ where, language, text }) => `${where}:\n\n\`\`\`${language}\n${text}\n\`\`\``,
    ),
    `**Does it work?** ${proof}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The page /connect as Markdown. */
export function connectMarkdown(clients: readonly ConnectClient[], to: Addresses): string {
  return documentOf([
    '# Connect your agent',
    `The MCP server of the directory is <${to.mcp}>. It speaks Streamable HTTP and needs no key.`,
    ...clients.map((client) => {
      const { name: title, source } = client
      const from = source.startsWith('/') ? `${to.site}${source}` : source
      return `## ${title}\n\n${clientMarkdown(client)}\n\nSource: <${from}>`
    }),
  ])
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function base64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}
