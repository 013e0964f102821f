/**
 * Listings that are younger than the judgements of judged-queries.yaml. Nobody has said for which of
 * its queries they are good answers, so scores leave them out (condensed lists: Sakai, "Alternatives
 * to Bpref", SIGIR 2007). Judge them, and remove them here.
 */
export const unjudgedListings: ReadonlySet<string> = new Set(
  `
    ag2 agentforce ai-sales-team-claude amazon-bedrock-agentcore amp apollo atomic-agents
    agentscope attio-mcp-server augment-code autogen autogpt autorag aws-mcp-servers beeai-framework
    bland bmad-method bolt-new byterover call-center-ai camel-ai cartesia-line claude-mem
    cherry-studio clay cloudflare-agents coderabbit cognigy cursor
    daytona deepgram-voice-agent deepwiki-open desktop-commander devin devin-desktop elicit
    exa-mcp-server factory-droid fastmcp fin fire-enrich firecrawl
    fonoster gemini-notebook glean google-adk griptape gumloop
    happy haystack hermes-agent hf-speech-to-speech hyperagent hyperbrowser inkeep-agents
    jambonz jules kagent kilo-code kiro kortix
    langgraph langroid librechat lightrag llamaindex lobehub
    logfire lovable mastra maxkb mcp-use memos morphik
    nextcrm notte ogx open-webui openai-codex opencode openspec
    openoutreach perplexity pi promptfoo qwen-code ragas
    rasa refact relaticle relevance-ai replit-agent ruflo semantic-kernel
    sierra signalwire-agents smithery spec-kit superglue supermemory swarms synthflow tavily-mcp
    trae-agent trigger-dev ultravox v0 vercel-lead-agent videosdk-agents vision-agents
    voiceflow warp zammad zapier-mcp zed zep
  `
    .trim()
    .split(/\s+/),
)
