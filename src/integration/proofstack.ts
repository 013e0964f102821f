import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { getEnvironmentData } from 'node:worker_threads'
import type { AstroIntegration } from 'astro'
import { addresses } from '#core/addresses.ts'
import { toldToMakePages } from '#hosting/astro-build.ts'
import { devServer } from './dev-server.ts'
import { crons, withOurFunction } from './function-config.ts'
import { withOurRoutes } from './output-config.ts'
import { leavesOut } from './left-out.ts'
import { functionRoutes } from './routes.ts'

/** What a build is made from; hosting/build-site.ts writes it before Astro runs. */
const generated = '.generated/'

/**
 * A route for each file of functions/, this build's files for the pages, and our headers, cron and
 * function settings in the build output.
 */
export function proofstack({
  contact,
  region,
}: {
  contact: string
  region: string | undefined
}): AstroIntegration {
  let root: URL
  let site: string
  return {
    name: 'proofstack',
    hooks: {
      'astro:config:setup': ({ injectRoute, addMiddleware, updateConfig, config, command }) => {
        root = config.root
        site = config.site!.replace(/\/$/, '')
        for (const [pattern, file] of Object.entries(functionRoutes)) {
          injectRoute({ pattern, entrypoint: new URL(`functions/${file}`, root), prerender: false })
        }
        const modules = handlerModules(root)
        const entrypoint =
          command === 'build'
            ? new URL('page-middleware.ts', import.meta.url)
            : new URL('dev-middleware.ts', import.meta.url)
        addMiddleware({ entrypoint, order: 'pre' })
        updateConfig({
          vite: {
            cacheDir: '.generated/vite',
            build: { assetsInlineLimit: 0 },
            // White space and comments are half of the function. The names of functions and classes
            // stay, so that a stack trace can be read.
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
                        mangle: { toplevel: false, keepNames: true },
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
            plugins: [
              buildModule(new URL(generated, root), { site, contact }),
              ...(command === 'build'
                ? [ownEntry(modules), leavesOut()]
                : [devServer(root, site, modules)]),
            ],
          },
        })
      },
      // Everything is bundled by now, and no page is made yet.
      'astro:build:ssr': () => toldToMakePages(),
      // The adapter's hook runs before ours: config.json is written by now.
      'astro:build:done': async ({ dir }) => {
        const file = new URL('.vercel/output/config.json', root)
        const files = await readdir(dir, { recursive: true })
        const config = withOurRoutes(
          JSON.parse(await readFile(file, 'utf8')),
          files,
          addresses(site),
        )
        await writeFile(file, JSON.stringify({ ...config, crons }, null, 2))
        const settings = new URL('.vercel/output/functions/_render.func/.vc-config.json', root)
        const adapters = JSON.parse(await readFile(settings, 'utf8')) as object
        await writeFile(settings, JSON.stringify(withOurFunction(adapters, region), null, 2))
        // The adapter copies the static files next. Moved, they need no copy, which for thousands
        // of pages takes longer than rendering some of them.
        const output = new URL('.vercel/output/static/', root)
        await rm(output, { recursive: true, force: true })
        await rename(dir, output)
        await mkdir(dir)
      },
    },
  }
}

/** `virtual:build` says where the files of this build are, and for which site and whose. */
function buildModule(folder: URL, of: { site: string; contact: string }) {
  const id = 'virtual:build'
  const resolved = `\0${id}`
  return {
    name: 'proofstack-build',
    resolveId: (source: string) => (source === id ? resolved : undefined),
    load: (loaded: string) =>
      loaded === resolved
        ? Object.entries({
            folder: getEnvironmentData('proofstack:generated') ?? fileURLToPath(folder),
            ...of,
          })
            .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
            .join('\n')
        : undefined,
  }
}

/** The adapter's entry, which Astro puts in front of everything. */
const adapterEntry = '@astrojs/vercel/entrypoint'

/**
 * `virtual:handlers` has the files of functions/ that need no Astro, and what all requests pass, and
 * `virtual:page-guard` what all pages pass.
 */
function handlerModules(root: URL): Record<string, string> {
  const handlers = Object.entries(functionRoutes)
    .filter(([, file]) => file.endsWith('.ts'))
    .map(([pattern, file]) => {
      const path = fileURLToPath(new URL(`functions/${file}`, root))
      return `${JSON.stringify(pattern)}: () => import(${JSON.stringify(path)})`
    })
  const composition = JSON.stringify(fileURLToPath(new URL('src/composition.ts', root)))
  return {
    '\0virtual:handlers': `export { observe } from ${composition}
export const handlers = {\n${handlers.join(',\n')}\n}`,
    '\0virtual:page-guard': `export { guardPage } from ${composition}`,
  }
}

/** Puts ./function-entry.ts in the place of the adapter's entry, which it reaches as `virtual:pages`. */
function ownEntry(modules: Record<string, string>) {
  const entry = fileURLToPath(new URL('function-entry.ts', import.meta.url))
  return {
    name: 'proofstack-entry',
    enforce: 'pre' as const,
    resolveId(
      this: Resolver,
      source: string,
      _importer: unknown,
      { isEntry }: { isEntry: boolean },
    ) {
      if (source === adapterEntry && isEntry) return entry
      if (source === 'virtual:pages') return this.resolve(adapterEntry)
      return `\0${source}` in modules ? `\0${source}` : undefined
    },
    load(this: Resolver, loaded: string) {
      const isFile = loaded === '\0virtual:page-guard' && this.environment.name === 'prerender'
      return isFile ? unguarded : modules[loaded]
    },
  }
}

// A page that becomes a file and cannot be made must fail the build; and what makes files needs none
// of the functions.
const unguarded = 'export const guardPage = (_handler, _request, answer) => answer()'

interface Resolver {
  environment: { name: string }
  resolve: (source: string) => Promise<{ id: string } | null>
}
