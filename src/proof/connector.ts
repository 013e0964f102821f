/**
 * Names of packages that connect a framework with another tool, by the naming rule of each
 * framework: `langchain-openai` connects LangChain with OpenAI. It is neither OpenAI nor OpenAI's
 * own SDK.
 */
const connectors: Readonly<Record<string, RegExp>> = {
  langchain: /^pkg:(?:pypi\/langchain-|npm\/(?:%40langchain\/(?!langgraph)|.+-langchain$))/,
  langgraph: /^pkg:(?:pypi\/langgraph-checkpoint-|npm\/%40langchain\/langgraph-checkpoint-)/,
  llamaindex: /^pkg:(?:pypi\/llama-index-|npm\/%40llamaindex\/)/,
  haystack: /^pkg:pypi\/.+-haystack$/,
  'vercel-ai-sdk': /^pkg:npm\/(?:%40ai-sdk\/|.*\bai-sdk(?:-provider|-ollama)?$)/,
  livekit: /^pkg:(?:pypi\/livekit-plugins-|npm\/%40livekit\/agents-plugin-)/,
}

/** Connectors for MCP are real uses of it: nothing else implements it for these frameworks. */
const protocols = /[/-]mcp(?:-adapters)?$/

/** Whether a package connects a framework with this tool, and is no part of the tool itself. */
export function isConnector(named: string, tool: string): boolean {
  const frameworks = Object.keys(connectors).filter((name) => connectors[name]!.test(named))
  return frameworks.length > 0 && !protocols.test(named) && !frameworks.includes(tool)
}
