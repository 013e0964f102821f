// The command that installs a package, from its package URL.

const commands: Readonly<Record<string, (name: string) => string>> = {
  pypi: (name) => `pip install ${name}`,
  npm: (name) => `npm install ${name}`,
  docker: (name) => `docker pull ${name}`,
  cargo: (name) => `cargo install ${name}`,
  golang: (name) => `go install ${name}@latest`,
}

/** The command that installs a package; undefined for other registries and names of other form. */
export function installCommand(packageUrl: string): string | undefined {
  const [, type = '', written = ''] = /^pkg:([a-z]+)\/([^@?#]+)/.exec(packageUrl) ?? []
  const name = decodedName(written)
  // Readers paste the command into a shell, so the name has no other characters than registries allow.
  if (!/^@?[a-z\d][\w./-]*$/i.test(name) || !Object.hasOwn(commands, type)) return undefined
  return commands[type]?.(name)
}

function decodedName(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    return ''
  }
}
