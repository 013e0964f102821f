import type { Phrases } from './phrases-to-models.ts'

/**
 * Phrases of an owner's text that an editor should look at twice although they speak to people. Gaps
 * between words are bounded, so that matching stays linear in the length of the text.
 */
export const doubtfulPhrases = {
  official_claim: {
    'words that claim to be official': [
      /\bofficial\s(?:[\w.-]{1,24} ){0,3}(?:edition|version|client|clone|successor|partner|website|site|launcher|installer|download|mirror|portal|distribution)\b|\b(?:endorsed|certified|approved|recommended|trusted) by (?:openai|anthropic|google|microsoft|meta|apple|amazon|github|nvidia|mistral|hugging ?face)\b|\bofficial(?:ly)? (?:partner|endorsed|affiliated)\b/i,
    ],
  },
  asks_for_secrets: {
    'words that ask people for keys or passwords': [
      /\b(?:log|sign) ?-?in (?:with|using) (?:your|the) (?:[\w-]{1,24} ){0,3}(?:keys?|tokens?|passwords?|credentials?|seed phrase|recovery phrase|wallet)\b|\b(?:enter|paste|send|submit|share|upload|give us|provide us with|confirm|verify) your (?:[\w-]{1,24} ){0,3}(?:api keys?|secret keys?|private keys?|access tokens?|passwords?|credentials|seed phrase|recovery phrase|card (?:number|details)|bank details|social security)\b/i,
    ],
  },
  contact_advertising: {
    'a telephone number or a call to write by messenger': [
      /\b(?:whatsapp|telegram|wechat|viber|signal|skype|line id|call|text|phone|tel|contact|reach)\b[^.\n]{0,15}(?:\+|\b00)\d[\d ()/-]{5,}\d|\+\d{1,3}[ (-]{1,2}\d[\d ()/-]{5,}\d|\b(?:wa\.me|t\.me|bit\.ly|tinyurl\.com)\/|\b(?:contact|text|message|dm|write to|ping|chat with) (?:us|me)\b[^.\n]{0,20}\b(?:whatsapp|telegram|wechat|viber|signal|instagram|discord)\b/i,
    ],
  },
  advertising: {
    'many emoji': [
      /(?:[\u{1f300}-\u{1faff}\u2705\u2728\u2b50\u26a1\u2757\u203c]\ufe0f?\s?){3,}|(?:[\u{1f4b0}\u{1f4b5}\u{1f4b8}\u{1f911}\u{1f525}\u{1f680}\u{1f4af}\u{1f4c8}]\ufe0f?[^\n]{0,200}){3}/iu,
    ],
    'words of an advertisement': [
      /!{2,}|\$\$+|\b(?:guaranteed|guarantees?) (?:results?|success|income|profits?|returns?|growth|roi|satisfaction|rankings?|sales|leads)\b|\b(?:results?|success|satisfaction|profit|income|money back|100 ?%) guaranteed\b|\bguaranteed!|\b100 ?% (?:free|safe|legit|secure|working|real|satisfaction)\b|\brisk[- ]free\b|\b(?:limited|exclusive|special)[- ](?:time )?(?:offer|deal|discount)\b|\b(?:act|buy|order|subscribe) now\b|\bclick (?:here|now|the link)\b|\b\d{1,2} ?% (?:off|discount)\b|\b(?:promo|coupon|discount|referral) code\b|\b(?:make|earn|win) (?:\$|€|£|money|cash|passive|thousands)|\bget rich\b|\b(?:lowest|cheapest|unbeatable) prices?\b|\b(?:casino|viagra|payday loans?|forex signals|crypto signals|buy followers|backlinks? packages?)\b|\bmillionaires?\b/i,
    ],
    praise: [
      /\b(?:the )?world['’]s (?:best|first|most|leading|number|#|fastest|smartest|only|no)|\b(?:#|no\. ?|number )(?:1|one)\b(?! (?:of|in the list|to|step))|\bgame[- ]chang(?:er|ing)\b|\brevolutioni[sz](?:e|es|ing)\b|\brevolutionary\b|\bunbeatable\b|\bsecond to none\b|\b(?:the|our) (?:very )?(?:best|greatest|ultimate|most (?:advanced|powerful|amazing|incredible|innovative)) (?:\p{L}{1,24} ){0,3}(?:ever|in the world|on the market|on earth|of all time|there is)\b|\b(?:the|is|simply) (?:very )?best and (?:the )?most\b|\b(?:unlock|unleash|supercharge|skyrocket|turbocharge) your\b/iu,
    ],
  },
  no_product_yet: {
    'words that say it cannot be used yet': [
      /\b(?:join|sign up (?:for|to)|get on|on|be on|enter|via|to) (?:the|our|a) (?:wait(?:ing)?[- ]?list)\b|\bwait(?:ing)?[- ]?list (?:is|now) open\b|\b(?:launching|releasing|shipping|arriving) (?:very )?soon|^[^.\n]{0,60}\bcoming soon\b|\bpre-?orders?\b|\b(?:not|isn['’]t) yet (?:available|released|launched|public|live)\b|\bwill (?:soon )?(?:launch|be (?:available|released|launched))\b|\b(?:notify me|be (?:the first to know|notified)|register your interest|request early access)\b|\bstill in (?:stealth|development|planning)\b|\blaunch(?:es|ing) in (?:q[1-4]|20\d\d|january|february|march|april|may|june|july|august|september|october|november|december|early|late|the)\b/i,
    ],
  },
  about_rivals: {
    'words against other products': [
      /\b(?:competitors?|rivals?|alternatives?|(?:other|all other|competing|similar) (?:[\w-]{1,20} )?(?:products?|tools?|agents?|assistants?|apps?|services?|platforms?|solutions?|vendors?)|(?:the|all) others)\b[^.\n]{0,12}\b(?:are|is|were|have been|steal|leak|sell|spy|lie|scam)\b(?:[^.\n]{0,25}\b(?:unsafe|insecure|scams?|scammers|dangerous|outdated|useless|broken|inferior|fakes?|frauds?|fraudulent|malware|spyware|garbage|trash|dead|obsolete|bad|worse|slow|overpriced|unreliable|your|data|users|illegal|stolen|copies|rip-?offs?)\b)|\b(?:avoid|stay away from|don['’]t (?:use|trust)|never (?:use|trust)) (?:our |all |other )?(?:competitors?|rivals?|alternatives?|other (?:products?|tools?))\b/i,
    ],
    'a comparison with all others': [
      /\b(?:better|faster|cheaper|safer|smarter|more \p{L}{3,20}) than (?:any|all|every|the) (?:other|competitors?|competition|rivals?|alternatives?)\b|\bbeats (?:all|every|any|the) (?:other|competitors?|competition)\b/iu,
    ],
  },
} as const satisfies Record<string, Phrases>
