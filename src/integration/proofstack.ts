import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getEnvironmentData } from 'node:worker_threads'
import type { AstroIntegration } from 'astro'
import { readDocs, readTools, readTopics } from '#content-files/load.ts'
import { addresses } from '#core/addresses.ts'
import { familiesOf } from '#core/topics.ts'
import { toldToMakePages } from '#hosting/astro-build.ts'
import type { Route } from '#hosting/route.ts'
import { devServer } from './dev-server.ts'
import { crons, withOurFunction, withOurRoutes } from './output-config.ts'
import { leavesOut } from './left-out.ts'
import { functionRoutes } from './routes.ts'

/** The folder of a build's data. hosting/build-site.ts fills it before Astro makes the pages. */
const generated = '.generated/'

/**
 * An Astro integration. It adds a route for each file of functions/, the data of the build for
 * pages, and in the build output our headers, cron and function settings.
 */
export function proofstack(of: { contact: string; region: string | undefined }): AstroIntegration {
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
        const isBuild = command === 'build'
        const entrypoint = isBuild
          ? new URL('page-middleware.ts', import.meta.url)
          : new URL('dev-middleware.ts', import.meta.url)
        addMiddleware({ entrypoint, order: 'pre' })
        updateConfig({
          vite: {
            cacheDir: '.generated/vite',
            build: { assetsInlineLimit: 0 },
            // White space and comments are half of the function's code. Names of functions and
            // classes are kept for readable stack traces.
            environments: {
              ssr: {
                build: {
                  minify: false,
                  rolldownOptions: {
                    // Not inlined: the Public Suffix List would be copied to each of its uses.
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
            // The bundle includes all packages, so that it starts twice as fast as with
            // node_modules. In `astro dev` that would break CommonJS packages.
            ...(isBuild ? { ssr: { noExternal: true as const } } : {}),
            plugins: [
              virtualModules(root, site, of.contact),
              ...(isBuild ? [ownEntry(), leavesOut()] : [devServer(root, site)]),
            ],
          },
        })
      },
      // Astro calls this hook after bundling, before it makes the first page.
      'astro:build:ssr': () => toldToMakePages(),
      // This runs after the same hook of the adapter, which has written config.json.
      'astro:build:done': async ({ dir }) => {
        const file = new URL('.vercel/output/config.json', root)
        const files = await readdir(dir, { recursive: true })
        const routes = JSON.parse(await readFile(file, 'utf8')) as { routes: Route[] }
        const config = withOurRoutes(routes, files, addresses(site))
        await writeFile(file, JSON.stringify({ ...config, crons }, null, 2))
        const settings = new URL('.vercel/output/functions/_render.func/.vc-config.json', root)
        const adapters = JSON.parse(await readFile(settings, 'utf8')) as object
        await writeFile(settings, JSON.stringify(withOurFunction(adapters, of.region), null, 2))
        // The adapter is about to copy the static files, which takes long for thousands of pages.
        // They are moved to the output here, so that nothing is left to copy.
        const output = new URL('.vercel/output/static/', root)
        await rm(output, { recursive: true, force: true })
        await rename(dir, output)
        await mkdir(dir)
      },
    },
  }
}

/** The sources of the virtual modules. In a build they depend on what they are bundled for. */
function virtualModules(root: URL, site: string, contact: string) {
  const checkout = fileURLToPath(root)
  const composition = JSON.stringify(path.join(checkout, 'src/composition.ts'))
  const constants = (values: Record<string, unknown>) =>
    Object.entries(values)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  const sources: Record<string, (environment: string) => string | Promise<string>> = {
    // The folder with the data of the build, the URL of the site, the contact address, and what the
    // faces and icons beside names are made from.
    'virtual:build': async () => {
      const folder = String(
        getEnvironmentData('proofstack:generated') ?? path.join(checkout, generated),
      )
      const icons = await readFile(path.join(folder, 'icons.json'), 'utf8')
      const drawn = Object.keys(JSON.parse(icons) as object)
      const [tools, topics] = await Promise.all([readTools(checkout), readTopics(checkout)])
      return constants({
        folder,
        site,
        contact,
        icons: Object.fromEntries(drawn.map((slug) => [slug, `/icons/${slug}.svg`])),
        toolTopics: Object.fromEntries(tools.map(({ slug, value }) => [slug, value.topics])),
        families: familiesOf(topics),
      })
    },
    // The titles of content/docs, for functions. They have no other file of the build than the
    // catalogue, and the whole texts would be 150 kB of code.
    'virtual:docs': async () => {
      const docs = await readDocs(checkout)
      return constants({
        guides: docs.map(({ slug, title, description }) => ({ slug, title, description })),
      })
    },
    // The files of functions/ that are plain code, and the wrapper of all requests.
    'virtual:handlers': () => {
      const handlers = Object.entries(functionRoutes)
        .filter(([, file]) => file.endsWith('.ts'))
        .map(([pattern, file]) => {
          const imported = JSON.stringify(path.join(checkout, 'functions', file))
          return `${JSON.stringify(pattern)}: () => import(${imported})`
        })
      return `export { observe } from ${composition}
export const handlers = {\n${handlers.join(',\n')}\n}`
    },
    // The wrapper of all pages. While prerendering they are not wrapped: an error must fail the build.
    'virtual:page-guard': (environment) =>
      environment === 'prerender'
        ? 'export const guardPage = (_handler, _request, answer) => answer()'
        : `export { guardPage } from ${composition}`,
  }
  return {
    name: 'proofstack-virtual-modules',
    resolveId: (source: string) => (Object.hasOwn(sources, source) ? `\0${source}` : undefined),
    load(this: { environment: { name: string } }, id: string) {
      return sources[id.slice(1)]?.(this.environment.name)
    },
  }
}

/** The module id of the adapter's entry. */
const adapterEntry = '@astrojs/vercel/entrypoint'

/** Replaces the adapter's entry by ./function-entry.ts, which imports it as `virtual:pages`. */
function ownEntry() {
  const entry = fileURLToPath(new URL('function-entry.ts', import.meta.url))
  return {
    name: 'proofstack-entry',
    enforce: 'pre' as const,
    resolveId(
      this: { resolve: (source: string) => Promise<{ id: string } | null> },
      source: string,
      _importer: unknown,
      { isEntry }: { isEntry: boolean },
    ) {
      if (source === adapterEntry && isEntry) return entry
      return source === 'virtual:pages' ? this.resolve(adapterEntry) : undefined
    },
  }
}
