import type { Addresses } from './addresses.ts'

/**
 * A name of this site in registries: the labels of its hostname in reverse, for example
 * `example.proofstack/directory`.
 */
export function registryName({ site }: Pick<Addresses, 'site'>, name: string): string {
  return `${new URL(site).hostname.split('.').reverse().join('.')}/${name}`
}
