const commonWords = new Set(
  [
    // Words that ask for alternatives.
    'alternative alternatives competitor competitors replacement like similar instead clone equivalent version',
    // Filler words of any question.
    'tool tools best good top free open source opensource ai llm agent agents app apps software platform product products system solution service use using used need want help find make get my me with without that which please easy simple new online automatically',
    'i we us you they it he she someone somebody anybody everybody everyone people can could should would must may will do does did has have had be is are was were not no only just still also too very really hardly almost again already yet now then there here when while before after until because if so than who which what why how where looking look recommend something anything nothing everything stuff kind different various big small little large long few lots lot enough please come comes go goes going went same other another next last today yesterday every',
    'our your their any all every many much more several own real actual plain english way ways thing things put take keep let give show tell build create write written add decide via into from across around per also based work works',
    // Articles and other determiners.
    'a an the my our your their his her its this that these those all some any',
    // Conjunctions and prepositions.
    'and or but of to in on at by for as from into about up over',
  ].flatMap((words) => words.split(' ')),
)

/** Whether a word (in lower case, without accents) says nothing about the subject of a question. */
export const isCommon = (word: string) => commonWords.has(word)
