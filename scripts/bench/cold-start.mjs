// A fresh process that imports a function and asks it once; plain JavaScript, so that nothing but
// the function is loaded. Prints how long that took and what it holds, among the lines of its log.
const [entry, url] = process.argv.slice(2)
const began = performance.now()
const { default: handler } = await import(entry)
const imported = performance.now()
if (url) {
  const response = await handler.fetch(new Request(url, { headers: { 'x-real-ip': '127.0.0.1' } }))
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text}`)
}
const answered = performance.now()
const { rss } = process.memoryUsage()
const run = JSON.stringify({ imported: imported - began, ms: answered - began, rss })
process.stdout.write(`\n${run}\n`)
// An open pool would keep the process.
process.exit(0)
