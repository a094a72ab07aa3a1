import { fold } from './fold.ts'

/** Maximum length of the indexed beginning of a word of letters and digits. */
const PREFIX_MAX = 20

type Kind = 'ideograph' | 'letter' | 'other'

/** Scripts without spaces, and emoji, which are indexed in pairs. */
const IDEOGRAPH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Extended_Pictographic}]/u
const LETTER = /[\p{L}\p{N}]/u

const kinds = new Map<string, Kind>()

function classify(character: string): Kind {
  let kind = kinds.get(character)
  if (!kind) {
    kind = IDEOGRAPH.test(character) ? 'ideograph' : LETTER.test(character) ? 'letter' : 'other'
    kinds.set(character, kind)
  }
  return kind
}

interface Run {
  kind: 'ideograph' | 'letter'
  characters: string[]
}

function splitRuns(folded: string): Run[] {
  const runs: Run[] = []
  let open: Run | undefined
  for (const character of folded) {
    const kind = classify(character)
    if (kind === 'other') {
      open = undefined
    } else if (open?.kind === kind) {
      open.characters.push(character)
    } else {
      open = { kind, characters: [character] }
      runs.push(open)
    }
  }
  return runs
}

/** Adds every character and every pair of neighbours. */
function addIdeographTerms({ characters }: Run, terms: Set<string>) {
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? ''
    terms.add(character)
    if (index > 0) terms.add((characters[index - 1] ?? '') + character)
  }
}

/** Adds every prefix of the word, so that prefixes are found without a range scan and sorting. */
function addLetterTerms({ characters }: Run, terms: Set<string>) {
  let prefix = ''
  for (const character of characters.slice(0, PREFIX_MAX)) {
    prefix += character
    terms.add(prefix)
  }
}

/** Lists the search terms of a text. */
export function listTerms(text: string): Set<string> {
  const terms = new Set<string>()
  for (const run of splitRuns(fold(text))) {
    if (run.kind === 'ideograph') addIdeographTerms(run, terms)
    else addLetterTerms(run, terms)
  }
  return terms
}

/** One word of a keyword. */
export interface Word {
  /** Folded text, which every hit contains literally. */
  text: string
  /** Terms that every hit has. */
  terms: string[]
  /** Whether the terms alone prove the hit; otherwise the text must be compared too. */
  isExact: boolean
}

function makeWord(text: string): Word {
  const terms = new Set<string>()
  for (const { kind, characters } of splitRuns(text)) {
    if (kind === 'letter') {
      terms.add(characters.slice(0, PREFIX_MAX).join(''))
    } else if (characters.length === 1) {
      terms.add(characters[0] ?? '')
    } else {
      for (let index = 1; index < characters.length; index += 1) {
        terms.add((characters[index - 1] ?? '') + (characters[index] ?? ''))
      }
    }
  }
  const [only] = terms
  return { text, terms: [...terms], isExact: terms.size === 1 && only === text }
}

/**
 * Splits a keyword into words at everything but letters, digits, ideographs and emoji. A dot between digits belongs to
 * the number, as in `1.66`.
 */
export function splitWords(keyword: string): Word[] {
  const characters = [...fold(keyword)]
  const isDigit = (at: number) => /^\d$/.test(characters[at] ?? '')
  const texts: string[] = []
  let word = ''
  characters.forEach((character, at) => {
    const isInside = classify(character) !== 'other' || (character === '.' && isDigit(at - 1) && isDigit(at + 1))
    if (isInside) {
      word += character
      return
    }
    texts.push(word)
    word = ''
  })
  texts.push(word)
  return [...new Set(texts.filter((text) => text !== ''))].map(makeWord)
}
