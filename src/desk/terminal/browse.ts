import { spawn } from 'node:child_process'

/** The program that opens an address in the browser of this machine, with its first arguments. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** A program that still runs after this time has opened the address. */
const patienceMs = 1_500

/**
 * Opens an address in a browser. No shell reads the address. Returns whether that worked: a machine
 * without a screen has no browser.
 */
export async function browse(
  address: string,
  [program, ...first]: readonly [string, ...string[]] = openers[process.platform] ?? ['xdg-open'],
): Promise<boolean> {
  const href = webAddress(address)
  if (href === undefined) return false
  return new Promise((resolve) => {
    const opener = spawn(program, [...first, href], { stdio: 'ignore', detached: true })
    opener.once('error', () => resolve(false))
    opener.once('exit', (code) => resolve(code === 0))
    opener.unref()
    setTimeout(resolve, patienceMs, true).unref()
  })
}

/** The address as a browser writes it, which has neither blanks nor control characters. */
function webAddress(address: string): string | undefined {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

/**
 * A line in which the address is a link (OSC 8), for terminals that know it. The line is as wide as
 * before. https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda
 */
export function linked(line: string, address: string): string {
  const href = webAddress(address)
  // A part of a longer address would lead to somewhere else.
  const isWhole = line.endsWith(address) || line.includes(`${address} `)
  if (href === undefined || !isWhole) return line
  return line.replace(address, () => `\u001b]8;;${href}\u001b\\${address}\u001b]8;;\u001b\\`)
}
