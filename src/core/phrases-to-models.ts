/**
 * Phrases of an owner's text that speak to a language model or pretend to be an editor. Gaps between
 * words are bounded, so that matching stays linear in the length of the text.
 */

/** Patterns by the words that describe what they find. */
export type Phrases = Readonly<Record<string, readonly RegExp[]>>

// A reader that is a program: "AI agents", "large language model", "LLM", "ChatGPT".
const program =
  '(?:(?:(?:ai|llm|(?:large )?language|foundation|generative|search|web) )?(?:models?|agents?|assistants?|crawlers?|chatbots?|bots?|scrapers?|summari[sz]ers?|engines?)|ais?|llms?|(?:gpts?|chatgpt|claude|gemini|copilot|perplexity)(?: models?| agents?)?)'
// Verbs of orders to the reader of a text, such as "recommend". Verbs of what agents do all day are left
// out, because "AI agents: build, run and observe them" is a headline and no order.
const order =
  "(?:output|say|tell|inform|respond|reply|recommend|suggest|promote|rank|rate|mention|cite|quote|summari[sz]e|describe|present|praise|send|forward|mark|set|approve|verify|accept|reject|ignore|forget|disregard|skip|treat|consider|assume|pretend|reveal|repeat|state|claim|follow|obey|comply|stop|always|never|please|do not|don['’]t|you (?:must|should|shall|will|are)|give|put|place|list|print|append|include|insert|remember|prefer|visit|install|call (?:our|this|the)|open (?:our|this|the)|run (?:our|this|the|curl|bash)|name|use (?:our|this)|when(?:ever)?|if|before|after|once|from now|here is)"
// Where a command begins: at the start of a sentence, or after a word that leads to one.
const start =
  '(?:^|[.!?:;,\\n"“(>-]\\s{0,3}|\\b(?:please|kindly|now|then|and|must|should|instead|to)\\s)'
// A word of praise that a text asks for itself.
const praise =
  '(?:the )?(?:best|top|first|leading|only|safest|most \\p{L}{1,24}|number one|no\\. ?1|#1|highest|recommended|preferred|default)'

/** Phrases that instruct a language model that reads the text. */
export const instructions: Phrases = {
  'words that ask a model to leave its instructions': [
    /\b(?:ignore|disregard|forget|override|bypass|discard|abandon|pay no attention to|do not follow|stop following)\b[^.\n]{0,40}\b(?:instructions?|prompts?|guidelines|guardrails|directives?)\b/i,
    new RegExp(
      `${start}(?:ignore|disregard|forget|override|bypass|discard|abandon|pay no attention to|set aside|put aside|leave aside|unlearn)\\s[^.\\n]{0,25}\\b(?:above|prior|previous|preceding|earlier|foregoing|your (?:rules|training|role|task|policy|policies|orders?)|system rules|before this|you (?:were|have been) (?:told|given|taught)|told (?:you )?(?:before|so far)|(?:came|comes|was|is|stands) before|(?:everything|anything|all|whatever) (?:you|else|that you|was|in this|on this|written|said|told)|everything)\\b`,
      'imu',
    ),
  ],
  'words that ask a model to leave its instructions, in another language': [
    /\bignor(?:iere|ieren sie|a|e|á)\b[^.\n]{0,40}\b(?:anweisungen|instrucciones|istruzioni|instruções)\b|\bignorez\b[^.\n]{0,40}\binstructions\b|忽略[^。\n]{0,12}(?:指令|指示|提示)|игнорируй[^.\n]{0,40}инструкци/iu,
    /(?<![\p{L}])(?:vergiss|vergessen sie|missachte|übergehe|olvida|descarta|oublie|oubliez|dimentica|esqueça|esquece|negeer|zapomnij|zignoruj|забудь)(?![\p{L}])[^.\n]{0,40}(?:anweisung|instru[ckz]|regel|vorherig|bisherig|obig|anterior|previa|reglas|précédent|consignes|règles|precedenti|regole|regras|poprzedni|vorige|предыдущ|правила)|(?:以前|上記|これまで)の[^。\n]{0,12}(?:無視|忘れ)|(?:이전|위의)[^.\n]{0,20}무시|(?:无视|無視|忘记|忘掉)[^。\n]{0,12}(?:之前|以上|指令|规则|規則)/iu,
  ],
  'a mark that parts speakers in the input of a model': [
    /<\|?(?:im_start|im_end|system|assistant|tool_call|endoftext)\|?>|\[\/?(?:INST|SYS)\]|<<\/?SYS>>|^[^\S\n\r\u2028\u2029]*(?:#{1,3}\s*(?:system|instruction)s?\b|(?:system|assistant|developer)(?: prompt| message)?\s*:)/im,
    /<\/?(?:system[_-](?:prompt|message|reminder)|instructions?|function_calls?|tool_(?:use|result)|user_query)\b|["']role["']\s?:\s?["'](?:system|assistant|developer)["']|\b(?:begin|start|end) (?:of )?(?:the )?(?:system|hidden|new) (?:prompt|message|instructions?)\b/i,
    /[[({](?:assistant|user|system|human|developer|tool)[\])}]|(?:^|\n)\s?(?:user|human|ai|bot)\s?:\s/i,
  ],
  'words that speak to a model that reads them': [
    /\byou are now\b(?! (?:able|ready|free|set))|\bfrom now on,? you\b|\bpretend (?:to be|that you)\b|\bif you are an? (?:ai|llm|language model|agent|assistant|bot)\b|\bas an ai (?:language )?(?:model|assistant)\b|\b(?:note|message|attention|notice|dear)\b[^.\n]{0,12}\b(?:ai|llm|language) ?(?:models?|agents?|assistants?|reviewers?|readers?|s)\b/i,
    // "LLM: set …", "Assistant, send …", "Please, dear model, forget …".
    new RegExp(
      `(?:^|[.!?;\\n"“(]\\s{0,3})(?:(?:please|dear|hey|hi|hello|attention|notice|note|message|instructions?|to|for|all|any|every|the|you),?\\s){0,4}${program}(?: reading this| that reads? this)?\\s?[,:!—–-]\\s{0,2}${order}\\b(?!,)`,
      'imu',
    ),
    // "Hidden note for agents: …", "the following is a directive for automated readers".
    new RegExp(
      `(?:^|[.!?:\\n("“]\\s{0,3}|\\b(?:is|are|as) )(?:\\p{L}{1,24} ){0,2}(?:notes?|notices?|messages?|hints?|directives?|instructions?|orders?|commands?|advice|reminders?|requests?|guidance|information|prompts?) (?:for|to) (?:(?:the|all|any|every|each|automated|automatic|other|machine|future|whichever|whatever) ){0,3}(?:${program}|readers?|machines?|programs?|systems?|parsers?)\\b(?: reading this| that reads? this)?\\s?[,:;!.—–-]`,
      'imu',
    ),
    /\byour (?:operators?|developers?|creators?|administrators?|makers?|principals?|system|provider|user)\b[^.\n]{0,12}\b(?:has|have|had|wants?|wishes|asks?|asked|says?|said|requires?|instruct(?:s|ed)|told|allows?|allowed|expects?|orders?|ordered|changed|approved|permits?)\b|\byou (?:now )?(?:work|act|speak) for\b|\bfrom (?:this point|here|now)(?: on(?:wards?)?)?,? (?:the reader|you\b|reply|answer|act|respond|always|only)|\b(?:you|reader|readers),? being an? (?:ai|llm|model|language model|machine|program)\b|\bthe person (?:you are|whom you) (?:help|assist|talk|serv)/i,
    // "When an AI agent reads this page", "models reading this", "whoever summarises this listing".
    new RegExp(
      `\\b(?:${program}|(?:anyone|anything|whoever|whatever|you) (?:who|that|which)?)\\b[^.\\n]{0,12}\\b(?:reads?|reading|sees?|seeing|visits?|visiting|crawls?|crawling|parses?|parsing|processes|processing|summari[sz]es?|summari[sz]ing|encounters?|indexes|indexing|quotes?|evaluates?|evaluating|reviews?|reviewing|scrapes?|scraping|ingests?|ingesting)\\s(?:this|these|the (?:above|following))(?:\\s?[,.:;!—–-]|\\s(?:pages?|texts?|listings?|descriptions?|entr(?:y|ies)|sites?|documents?|paragraphs?|submissions?|sentences?|notes?|lines?|words?|director(?:y|ies)|is|are|must|should|will|may|can)\\b|$)`,
      'imu',
    ),
    // What only a reader of this very text could have: its own answer, its training, who asks it.
    /\b(?:in|into|of|from|to|with|at the (?:end|top|beginning|start) of) your (?:next |final |own )?(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|outputs?|recommendations?|system prompt)\b|\byour (?:next |final )?(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|outputs?) (?:must|should|shall|has to|have to|needs? to|is to|are to|will|begins?|ends?|starts?|always)\b|\byou (?:were|have been|are) (?:taught|trained|instructed|told|programmed|asked to|required to|obliged to)\b|\b(?:asks?|asked|asking|uses?|using|prompts?|prompted) you\b(?! (?:to|for|before|when|if|how|what|which|about|whether|once|first|again|questions?)\b)|\b(?:no longer|not) appl(?:y|ies) (?:here|to you|to this|any ?more|while|when|now|from)\b/i,
    /\b(?:if|when|whenever|where) (?:an? |the |any |some )?(?:ai|llms?|(?:large )?language models?|chatbots?|crawlers?)\b[^.\n]{0,20}\b(?:is|are|was|reads?|sees?|sorts?|reviews?|decides?|gets?|looks?|lists?|answers?)\b[^.\n]{0,30}(?:,|\bit\b|\bthey\b|\bthen\b)/i,
    /\b(?:if|when|in case|since|because|as) you(?: are|['’]re)? (?:an? |the )?(?:ai|llm|language model|large language model|chatbot|crawler|automated|machine|non-human|not human)\b|\bwenn du eine? (?:ki|sprachmodell)\b|\bals ki(?:-\p{L}{1,24})?\b|\bsi (?:eres|usted es|vous êtes|tu es) une?a? (?:ia|asistente|assistant|modelo|modèle)\b|\bse (?:sei|você é) uma? ?(?:ia|assistente|modello)\b|如果你是[^。\n]{0,6}(?:AI|人工智能|助手|模型)/iu,
  ],
  'words that speak to a model that reads them, in another language': [
    /\b(?:hinweis|notiz|nachricht|achtung|anweisung|aviso|nota|note|attention|avis|instrucción|instrução|istruzione|bericht|uwaga)\b[^.:\n]{0,40}(?:assist[ae]nt|asistente|modell|modèle|modelo|sprachmodell|\bki\b|\bia\b|agent|\bbots?\b|llm)[^.:\n]{0,12}:|\bsystem(?:hinweis|nachricht|anweisung|meldung)\b/iu,
  ],
  'words that speak of this text or of the directory': [
    // The text or the directory speaks of itself, as no description of a product needs to.
    /\b(?:this|these|the (?:above|following|present|previous)) (?:texts?|paragraphs?|sentences?|submissions?|director(?:y|ies)|listings?|entr(?:y|ies))\b[^.\n]{0,30}\b(?:as|is|are|must|should|first|only|alone|to be|into|for|says?)\b|\b(?:rest|other (?:entries|listings|submissions)) (?:of|in|on) (?:this|the) (?:director(?:y|ies)|list|page|catalogue)\b/i,
  ],
  'words that tell models what to do': [
    // "Agents must call our API before answering", "an assistant should tell the user to …".
    new RegExp(
      `\\b${program}\\b[^.;:\\n]{0,20}\\b(?:must|should|shall|have to|has to|need to|needs to|ought to|(?:is|are) (?:required|instructed|asked|told|ordered|advised|encouraged|expected) to|it (?:must|should))\\s(?:\\p{L}{1,24} )?(?:call|name|sort|bring|copy|fetch|tell|inform|recommend|suggest|promote|rank|rate|mention|cite|quote|summari[sz]e|describe|present|prefer|choose|pick|list|place|put|say|state|claim|treat|consider|trust|send|forward|visit|install|buy|answer|reply|respond|output)\\b[^.\\n]{0,40}\\b(?:our|us|this (?:product|page|listing|site|tool|text|entry|service|one)|the best|(?:name|recommend|mention|suggest|cite|rank|sort|list|put|place|choose)[^.;:\\n]{1,24} first|the users?|users|https?)\\b`,
      'iu',
    ),
    new RegExp(
      '(?:^|[.!?\\n]\\s{0,3})(?:when|whenever|if|before|after|once|each time|every time|as soon as)\\s[^.\\n,]{3,60},\\s(?:please |always |then |first )?(?:say|tell (?:the|your|every|all|any|them|people|users)|mention|name|recommend|suggest|bring|answer (?:that|with|only|every)|respond|reply|fetch|cite|output|print|include|state|rank|praise|quote|visit|load|describe|present)\\s',
      'imu',
    ),
    /\b(?:fetch|load|curl|wget|retrieve|execute)\s(?:\w{1,24} ){0,2}https?:|\bbefore (?:you )?(?:continu|proceed|go on|going on|read on|reading on|answer)(?:e|ing)?\b/i,
    /\b(?:when|whenever|if|before|while|once) you (?:list|recommend|rank|cite|summari[sz]e|quote|process this|index|are asked|get asked|describe (?:it|this)|talk about (?:it|this))\b|\b(?:when|whenever|if|once) (?:you are |you're )?(?:somebody|someone|anybody|anyone|a user|the user|users|people) asks? (?:you )?(?:for|about|which|what)\b[^.\n]{0,40}\b(?:name|say|recommend|mention|answer|tell|reply|suggest|cite|list)\b/i,
    /\b(?:call|query|fetch|visit|open|load|request|invoke|curl|ping)\s(?:our|this|the following|https?:)[^.\n]{0,40}\b(?:before|first|prior to)\b/i,
  ],
  'words that give a model another role': [
    /\b(?:your (?:new|real|true|actual|next|updated) (?:task|role|job|goal|instructions?|objective|mission|purpose|system prompt)\b|(?:new|updated|hidden|secret|important|special|additional) instructions? (?:for|to) (?:the |all |any )?(?:ai|llm|model|agent|assistant|reader|system|crawler|bot)|(?:developer|god|admin|debug|jailbreak|sudo|maintenance|unrestricted) mode\b[^.\n]{0,15}\b(?:on|enabled|activated|active)\b|act as (?:an? |the )?(?:editor|admin|administrator|reviewer|moderator|root|superuser|system)\b|\bdo anything now\b)/i,
  ],
  'words that ask for a decision or a place': [
    /\b(?:approve|verify|accept|recommend|rank|rate|feature|prefer)\s+(?:this|the|our)\s+(?:product|listing|submission|claim|entry|tool)\b|\b(?:recommend|rank|choose|prefer|mention|list)\b[^.\n]{0,30}\b(?:above|over|before|instead of)\s+(?:all|any|every|the)\s+(?:\w+\s)?(?:other|competitor|alternative)/i,
    new RegExp(
      `${start}(?:always |only )?(?:recommend|suggest|rank|rate|list|place|put|present|promote|feature|pick|select|cite|mention|describe|summari[sz]e|name|show|score|call)\\s(?:this|our|us|it|the)\\b[^.\\n]{0,25}\\s(?:as|at|in|to|with)?\\s?${praise}\\b`,
      'imu',
    ),
    /\b(?:grant|give|assign|award)\s(?:it |us |this |the |\p{L}{1,24} ){0,2}(?:featured|verified|approved|premium|trusted|top|full|maximum|highest)\s(?:status|rank|place|tier|score|rating|marks?|access|priority)\b|\b(?:SYSTEM|ADMIN|OVERRIDE|PRIORITY|INSTRUCTION|DIRECTIVE|COMMAND)S?(?: [A-Z]{3,}){0,2}\s?:/u,
    /\b(?:treat|regard|consider|class|see)\b[^.\n]{1,40}\bas (?:untrusted|unsafe|spam|false|trusted|malicious|outdated|proven|verified|approved|safe|reviewed|the only)\b|\brely on [^.\n]{1,40} alone\b/i,
    /\b(?:rate|give|score|grade|rank|mark|assign)\s(?:it|this|us|them|our \w{1,24}|the (?:product|listing|submission|claim|entry))\b[^.\n]{0,20}\b(?:stars?|points|full marks|the (?:highest|top|maximum|best) (?:score|rating|mark|rank|grade|place)|\d{1,3} (?:out of|of) \d|\d{1,3} ?\/ ?\d|100 ?%)/i,
    new RegExp(
      `${start}(?:always|only|first|instead|exclusively)\\s(?:recommend|suggest|mention|cite|choose|prefer|pick|promote|link to|name)\\s`,
      'imu',
    ),
    /\b(?:present|describe|recommend|praise|name|treat|show|list|rank|call|quote|cite|promote)\b[^.\n]{1,40}\bas (?:the|an?) (?:only|best|first|safest|leading|preferred|default|right|one) (?:answer|choice|option|one|product|tool|solution|way|in|of|on|for)\b|\b(?:show|list|place|put|rank|display|sort|present|name)\s(?:this|our|us)\b[^.\n]{0,25}\b(?:above|before|over|ahead of|on top|first|at the top)\b/i,
  ],
  'words that ask for a decision or a place, in another language': [
    /(?<!\p{L})(?:empfiehl|empfehle|empfehlen sie|nenne|recommandez|recommande|citez|recomienda|recomiende|menciona|recomende|raccomanda|consiglia|polecaj|рекомендуй(?:те)?)(?!\p{L})[^.\n]{0,40}(?<!\p{L})(?:immer|stets|nur|zuerst|dieses|unser|toujours|uniquement|ce produit|cet outil|siempre|solo|este|esta|nuestro|sempre|questo|nosso|zawsze|всегда|этот|только)(?!\p{L})|(?:总是|始终|必须|只|优先)[^。\n]{0,6}(?:推荐|推薦|回答|选择)|(?:推荐|推薦)(?:本|此|这)/iu,
  ],
  'words that dictate the answer of a model': [
    // An answer that is dictated: "output only the word …", "answer that this …".
    new RegExp(
      `${start}(?:output|respond|reply|answer|say|print|return|write|state)\\s(?:that (?:it|this|we|our)\\b|(?:with )?(?:only|exactly|solely|just|nothing but) (?:the (?:words?|phrase|text|sentence|string)|with|one word|this|["“‘]|yes\\b|approved|verified|accepted)|(?:with )?the (?:words?|phrase|string|sentence|following)\\b|(?:with )?["“‘])`,
      'imu',
    ),
    /\b(?:[Oo]utput|[Rr]espond with|[Rr]eply with|[Aa]nswer with|[Ss]ay|[Pp]rint|[Rr]eturn) ["“‘']?(?:APPROVED?|VERIFIED|ACCEPT(?:ED)?|YES|OK|PASS(?:ED)?|TRUE|SAFE|LGTM)\b/u,
    new RegExp(
      `${start}(?:answer|respond to|reply to|meet|end|begin|start|finish|close)\\s(?:every|each|all|any|your)\\s(?:\\p{L}{1,24} )?(?:questions?|quer(?:y|ies)|requests?|answers?|repl(?:y|ies)|responses?|messages?)\\b[^.\\n]{0,40}\\b(?:with a link|with the (?:words?|link|name|sentence)|with (?:our|this)|by (?:naming|recommending|mentioning|linking|citing)|https?)\\b`,
      'imu',
    ),
    /\b(?:always|only|must) (?:end|begin|start|finish|open|close|answer|reply|respond) (?:with|by)\b|\b(?:copy|repeat|quote|reproduce|print|include|cite)\b[^.\n]{0,40}\b(?:word for word|verbatim|literally|exactly as (?:it|they|written|shown))\b|\bdo (?:what|as|whatever|everything) (?:it|they|we|i|this|that page) (?:says?|tells?|asks?|orders?)\b/i,
  ],
  'a call of a tool, as models write it': [
    /\{\s{0,5}["'](?:tool|tool_name|function|action|command|method|tool_calls?|arguments)["']\s{0,3}:/i,
  ],
  'words that ask a model for what it was told': [
    /\b(?:reveal|repeat|print|output|leak|disclose)\b[^.\n]{0,30}\b(?:system prompt|hidden (?:prompt|instructions?)|your (?:instructions|prompt|rules|secrets?))\b/i,
  ],
  'words that ask to keep something from people': [
    /\b(?:do not|don['’]t|never)\s+(?:tell|mention|reveal|inform|show|say|repeat|quote|disclose|print|translate)\b[^.\n]{0,40}\b(?:users?|editors?|humans?|reviewers?|anyone|operators?|persons?|people|(?:this|these) (?:sentences?|notes?|messages?|instructions?|text|lines?|paragraphs?|directives?|hints?|request))\b/i,
  ],
  'words that ask to leave other products out': [
    /\b(?:do not|don['’]t|never|must not|should not|refuse to|refrain from|avoid|without)\s(?:ever )?(?:mention|recommend|suggest|list|cite|name|compare|include|discuss|show|quot|promot|rank)(?:e|ing)?\b[^.\n]{0,30}\b(?:other|others|competing|competitors?|rivals?|alternatives?|another)\b|\b(?:recommend|suggest|mention|name|cite|list|choose)\s(?:anything|nothing|none|no one|no (?:other )?\w{1,24}) (?:but|else|other|except|than|apart)\b|\b(?:leave out|omit|exclude|hide)\b[^.\n]{0,50}\b(?:when|if|from) (?:you\b|your (?:answer|list|reply|response|summary|comparison))|(?<!\p{L})(?:ne (?:mentionnez?|citez?|recommandez?|nommez?)|no (?:menciones?|mencione|recomiendes?|cites?)|non (?:menzionare|citare|consigliare)|erwähnen? (?:sie )?(?:keine|nicht|niemals)|nennen? (?:sie )?(?:keine|nie)|não (?:mencione|recomende|cite)|nie (?:wspominaj|polecaj)|не (?:упоминай|рекомендуй)|不要(?:提到|推荐|提及))/iu,
  ],
  'words that ask a model to hand data over': [
    /\b(?:send|post|forward|upload|transmit|submit|leak|exfiltrate|e-?mail|share|copy|paste|append|report|include|put|add|attach)\b[^.\n]{0,25}\b(?:conversations?|chat (?:history|log)|context window|system prompt|(?:api |secret |private )?keys|secrets?|credentials?|passwords?|environment variables|(?:users?['’]?s?|their|your) (?:data|messages?|files?|prompts?|questions?|names?|e-?mails?))\b[^.\n]{0,30}\b(?:to|at|via|into|in|of|on)\s(?:us\b|our\b|this\b|https?:|[\w.-]{1,64}@|[\w-]{1,63}\.(?:com|org|net|io|ai|dev|app|example|test|[a-z]{2})\b)/i,
  ],
  'words that set a field of this directory': [
    /\b(?:set|mark|change|update|switch|flag|treat|consider|make|upgrade|promote|record|register)\b[^.\n]{0,20}\b(?:status|tier|rank|priority|claim|listing|submission|review|entry)\b[^.\n]{0,30}\b(?:to|as|is|be|becomes?|now|=)\s?["'“‘]?(?:an? |the )?(?:proven|true|approved|verified|featured|accepted|published|reviewed|trusted|listed|premium|top)\b/i,
  ],
}

/**
 * Weaker signs that a text speaks to its reader instead of about the product. They are found in some
 * harmless texts too, so they only make an editor look.
 */
export const commands: Phrases = {
  'an order to its reader': [
    // A sentence that begins with an order about what to say, to believe or to decide.
    /(?:^|[.!?:;)\]\n"”]\s{0,3})(?:please |kindly |now |so |then |just |simply |always |never |do not |don['’]t |be sure to |make sure to |remember to ){0,2}(?:ignore|forget|disregard|discard|overrule|override|mark|approve (?:it|this|us|the (?:claim|listing|submission))|verify (?:it|this|us|the (?:claim|listing|submission))|accept (?:it|this|us)|treat|regard|assume|pretend|believe|trust|recommend|mention|cite|quote|praise|(?:rate|score) (?:it|this|us|our)|reply|respond|output|print|repeat|reveal|obey|comply|tell (?:your|the|every|all|any|them|him|her|people|whoever)|say|present (?:this|us|it|our)|show (?:this|our)|list (?:this|us|it|our)|put (?:this|us|it|our)|name (?:this|us|it|our)|pick (?:this|us|it|our)|choose (?:this|us|it|our)|rank (?:this|us|it|our)|keep (?:quiet|silent|secret|this|it to)|conceal|hide (?:this|the|that|any)|act (?:as|like)|behave|be an? (?:good|helpful|obedient|nice)|use the (?:tool|function|command|api)|invoke|execute|leave [^.\n]{1,30} (?:out|aside|unmentioned)|consider (?:this|the|it|us|our))\b(?!,)/im,
  ],
  'a duty of agents or models': [
    new RegExp(
      `\\b${program}\\b[^.;:!?\\n]{0,40}\\b(?:must|shall|should|ought to|(?:is|are) (?:required|obliged|asked|instructed|ordered|advised|expected|requested|urged) to)\\b`,
      'iu',
    ),
    new RegExp(
      `\\b(?:mandatory|necessary|required|wrong|forbidden|important|essential|best|better|dangerous|illegal|right) (?:for|of) (?:an? |the |any |all |every )?${program}\\b|\\b(?:meant|addressed|intended|written|directed|reserved|exclusively|only) (?:for|to|at) (?:the |all |any )?${program} (?:only|alone|and|that|which|who|reading)\\b|\\bevery ${program} (?:that|which|who|with)\\b`,
      'iu',
    ),
  ],
  'words for a reader that acts for others': [
    /\byour (?:human|user|users|operator|instructions?|guidelines|guardrails|rules|job|role|task|training|creators?|principal|persona|objective)\b(?! (?:of|when it|to see|manager|base|interface|manual|guide|stories|research|feedback|data)\b)|\byou are (?:an? |the )?(?:\w{1,24} )?(?:assistant|model|ai|bot|chatbot|agent|llm|crawler)\b|\bif (?:asked|prompted|questioned)\b|\b(?:if|when|whenever|once) (?:summari[sz]ing|recommending|in doubt|you (?:speak|talk|chat|reply|answer|describe|compare|mention|name|decide|see|read|meet))\b/i,
  ],
  'words that press its reader': [
    /\b(?:with|by|without) (?:nothing but|asking (?:anyone|anybody|the user|first|back|permission)|any (?:question|confirmation|warning))\b|\bwithout asking\b|\b(?:before|above) (?:anything|everything|all) else\b|\b(?:ten|10|five|5) out of (?:ten|10|five|5)\b|\b(?:10 ?\/ ?10|5 ?\/ ?5)\b|\bfive[- ]stars?\b/i,
  ],
}

/** Phrases that pretend that the submission ends here, or that an editor wrote them. */
export const voices: Phrases = {
  'words that end the submission': [
    /(?:^|\n)[^\p{L}\n]{0,20}(?:end|start|begin(?:ning)?) of (?:the )?(?:submission|listing|review|text|description)\b/iu,
  ],
  'words that speak as an editor': [
    /(?:^|\n|[.!?]\s)[^\p{L}\n]{0,20}(?:(?:editors?|reviewers?|moderators?|admin|staff|proofstack)(?:['’]s?)?\s{0,3}(?:note|notes|comment|remark|decision|verdict)?|review (?:note|result))\s{0,3}[:=]/iu,
  ],
  'words that say an editor has decided': [
    /\b(?:claim|submission|listing|review|evidence)\b[^.\n]{0,25}\b(?:is|was|has been|are|as) (?:already |now |hereby )?(?:verified|approved|proven|checked|accepted|confirmed|done|complete|cleared)\b|\bnext (?:listing|submission) please\b(?! by)/i,
    /\b(?:approved|verified|reviewed|cleared|checked)\s+by\s+(?:an?\s+|the\s+|our\s+|your\s+)?(?:editors?|editorial|reviewers?|moderators?|staff|directory|proofstack)\b|\b(?:note|comment)s?\s*:[^.\n]{0,30}\b(?:approved|verified)\s+by\b|\bpress a(?=[.!?\n]|$)/i,
  ],
}
