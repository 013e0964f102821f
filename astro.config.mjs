import vercel from '@astrojs/vercel'
import { defineConfig, passthroughImageService } from 'astro/config'
import { readConfig } from './src/config.ts'
import { bareAddress } from './src/exports/security-text.ts'
import { proofstack } from './src/integration/proofstack.ts'

const config = readConfig(process.env)

export default defineConfig({
  site: config.SITE_URL ?? `http://localhost:${config.PORT}`,
  output: 'static',
  // Left-overs of the build; what is served goes to .vercel/output.
  outDir: './.generated/dist',
  // Not in node_modules, which may belong to somebody else.
  cacheDir: './.generated/astro',
  trailingSlash: 'never',
  adapter: vercel({
    maxDuration: 15,
    // Read by functions where they lie: the directory and the mails are no part of the code.
    includeFiles: ['catalog.sqlite', 'mails.json', 'editor-content.json'].map(
      (name) => `./.generated/${name}`,
    ),
  }),
  integrations: [
    proofstack({
      contact: bareAddress(config.MAIL_REPLY_TO ?? config.MAIL_FROM),
      region: config.FUNCTION_REGION,
    }),
  ],
  session: false,
  devToolbar: { enabled: false },
  prerenderConflictBehavior: 'error',
  // Without it sharp and libvips go into the function: 23 MB. And nobody reaches the endpoint of
  // images (output-config.ts), whose own code would be 28 KB.
  image: {
    service: passthroughImageService(),
    endpoint: { entrypoint: './functions/fallback.ts' },
  },
  // Astro's own check answers a POST without a body with plain text. There are no cookies; forms
  // and /mcp check the Origin themselves.
  security: { checkOrigin: false },
  // With the asset limit of the integration nothing is inline, so that one CSP header fits every
  // page.
  // Pages wait for the disk most of the time: several at once are written in half of it.
  build: { inlineStylesheets: 'never', concurrency: 8 },
})
