/**
 * Packages by which a framework reaches what is not its own, by the names that each framework gives
 * them: `langchain-openai`, `@ai-sdk/openai`. They are neither the other tool nor its maker's SDK.
 */
const connectors: Readonly<Record<string, RegExp>> = {
  langchain: /^pkg:(?:pypi\/langchain-|npm\/(?:%40langchain\/(?!langgraph)|.+-langchain$))/,
  langgraph: /^pkg:(?:pypi\/langgraph-checkpoint-|npm\/%40langchain\/langgraph-checkpoint-)/,
  llamaindex: /^pkg:(?:pypi\/llama-index-|npm\/%40llamaindex\/)/,
  haystack: /^pkg:pypi\/.+-haystack$/,
  'vercel-ai-sdk': /^pkg:npm\/(?:%40ai-sdk\/|.*\bai-sdk(?:-provider|-ollama)?$)/,
  livekit: /^pkg:(?:pypi\/livekit-plugins-|npm\/%40livekit\/agents-plugin-)/,
}

/** What speaks a protocol is an implementation of it: there is no maker of another SDK. */
const protocols = /[/-]mcp(?:-adapters)?$/

/**
 * Whether a package only joins a framework to this tool. Who depends on it may reach the tool, and
 * the manifest shows no more (decision 30); of the framework itself it is a part.
 */
export function isConnector(named: string, tool: string): boolean {
  const of = Object.entries(connectors).filter(([, names]) => names.test(named))
  return of.length > 0 && !protocols.test(named) && of.every(([framework]) => framework !== tool)
}
