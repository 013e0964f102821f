/**
 * Packages that connect a framework with another tool, by the naming rule of each framework, such as
 * `langchain-openai`. They are neither the other tool nor the SDK of its maker.
 */
const connectors: Readonly<Record<string, RegExp>> = {
  langchain: /^pkg:(?:pypi\/langchain-|npm\/(?:%40langchain\/(?!langgraph)|.+-langchain$))/,
  langgraph: /^pkg:(?:pypi\/langgraph-checkpoint-|npm\/%40langchain\/langgraph-checkpoint-)/,
  llamaindex: /^pkg:(?:pypi\/llama-index-|npm\/%40llamaindex\/)/,
  haystack: /^pkg:pypi\/.+-haystack$/,
  'vercel-ai-sdk': /^pkg:npm\/(?:%40ai-sdk\/|.*\bai-sdk(?:-provider|-ollama)?$)/,
  livekit: /^pkg:(?:pypi\/livekit-plugins-|npm\/%40livekit\/agents-plugin-)/,
}

/** A package that speaks a protocol implements it: no other SDK exists. */
const protocols = /[/-]mcp(?:-adapters)?$/

/** Whether a package only connects a framework with this tool, and is no part of the tool. */
export function isConnector(named: string, tool: string): boolean {
  const frameworks = Object.keys(connectors).filter((name) => connectors[name]!.test(named))
  return frameworks.length > 0 && !protocols.test(named) && !frameworks.includes(tool)
}
