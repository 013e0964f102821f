import { readFile, readdir, writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import { addresses } from '#core/addresses.ts'
import { withOurRoutes } from './output-config.ts'
import { functionRoutes } from './routes.ts'

/** What a build is made from, written by scripts/build.ts before it. */
const generated = {
  'virtual:snapshot': '.generated/snapshot.json',
  'virtual:changes': '.generated/changes.json',
  'virtual:issues': '.generated/issues.json',
  'virtual:docs': '.generated/docs.json',
  'virtual:mail-templates': '.generated/mails.json',
}

/**
 * A route for each file of functions/, the published data as modules, and our headers in the build
 * output.
 */
export function proofstack(): AstroIntegration {
  let root: URL
  let site: string
  return {
    name: 'proofstack',
    hooks: {
      'astro:config:setup': ({ injectRoute, updateConfig, addWatchFile, config, command }) => {
        root = config.root
        site = config.site!.replace(/\/$/, '')
        for (const [pattern, file] of Object.entries(functionRoutes)) {
          injectRoute({ pattern, entrypoint: new URL(`functions/${file}`, root), prerender: false })
        }
        for (const file of Object.values(generated)) addWatchFile(new URL(file, root))
        updateConfig({
          vite: {
            build: { assetsInlineLimit: 0 },
            // White space and comments are half of the function. Names stay, so that a stack trace
            // can be read.
            environments: {
              ssr: {
                build: {
                  minify: false,
                  rolldownOptions: {
                    // The Public Suffix List is one constant, and would be copied to each place
                    // that reads it.
                    optimization: { inlineConst: false },
                    output: {
                      minify: {
                        mangle: false,
                        compress: true,
                        codegen: { removeWhitespace: true },
                      },
                    },
                  },
                },
              },
            },
            // One bundle without node_modules starts twice as fast. In `astro dev` it would break
            // CommonJS packages.
            ...(command === 'build' ? { ssr: { noExternal: true as const } } : {}),
            plugins: [generatedModules(root)],
          },
        })
      },
      // The adapter's hook runs before ours: config.json is written by now.
      'astro:build:done': async ({ dir }) => {
        const file = new URL('.vercel/output/config.json', root)
        // The static files of the build; the adapter copies them to the output after this.
        const files = await readdir(dir, { recursive: true })
        const config = withOurRoutes(
          JSON.parse(await readFile(file, 'utf8')),
          files,
          addresses(site),
        )
        await writeFile(file, JSON.stringify(config, null, 2))
      },
    },
  }
}

function generatedModules(root: URL) {
  const prefix = '\0'
  return {
    name: 'proofstack-generated',
    resolveId: (id: string) => (id in generated ? prefix + id : undefined),
    async load(id: string) {
      const file = generated[id.slice(prefix.length) as keyof typeof generated]
      if (!id.startsWith(prefix) || !file) return undefined
      // JSON.parse of a string starts faster than the same data as a JavaScript literal.
      return `export default JSON.parse(${JSON.stringify(await readFile(new URL(file, root), 'utf8'))})`
    },
  }
}
