import { parseSync, Visitor } from 'vite'

type Sources = ReadonlyMap<string, string>

const PREPOSITIONS = /^(?:Of|With|Without|From|As|By|For|In which)\b/
/** Words for people. A comment names the program, the visitor or the member of staff instead. */
const VAGUE_PEOPLE = /\b(?:somebody|someone|everybody|whoever)\b|^Who\b/i
/** A whole line that spreads an object literal into another one. */
const LITERAL_SPREAD = /^\s*\.\.\.\{(?: .* \},?)?$/m

/** Finds comments that are neither a sentence nor a noun phrase, because they begin with a preposition. */
export function findPrepositionComments(sources: Sources): string[] {
  return findComments(sources, (comment) => PREPOSITIONS.test(comment))
}

/** Finds comments with vague words for a program or a person, such as the pronoun at the beginning of a question. */
export function findVagueComments(sources: Sources): string[] {
  return findComments(sources, (comment) => VAGUE_PEOPLE.test(comment))
}

function findComments(sources: Sources, isWrong: (comment: string) => boolean): string[] {
  return [...sources].flatMap(([file, text]) =>
    readComments(file, text)
      .filter(isWrong)
      .map((comment) => `${file}: ${comment.slice(0, 80)}`),
  )
}

/** Reads the comments of a file; lines of `//` that follow each other are one. */
function readComments(file: string, text: string): string[] {
  const comments: string[] = []
  let lineEnd = -1
  for (const { type, value, start, end } of parseSync(file, text).comments) {
    const words = value.replace(/^[*\s]+/, '').replaceAll(/\s*\n\s*\*?\s*/g, ' ')
    const isContinued = type === 'Line' && lineEnd >= 0 && /^\n[ \t]*$/.test(text.slice(lineEnd, start))
    if (isContinued) comments.push(`${comments.pop()} ${words}`)
    else comments.push(words)
    lineEnd = type === 'Line' ? end : -1
  }
  return comments
}

/** Finds functions and variables whose name ends in `Of`: `formatX`, `getX`, `findX` or `toX` say what happens. */
export function findOfNames(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) =>
    readNames(file, text)
      .filter((name) => /[a-z0-9]Of$/.test(name))
      .map((name) => `${file}: ${name}`),
  )
}

/** Finds lines that spread an object literal, which only keeps the formatter from writing one member on a line. */
export function findLiteralSpreads(sources: Sources): string[] {
  return [...sources].filter(([, text]) => LITERAL_SPREAD.test(text)).map(([file]) => file)
}

function readNames(file: string, text: string): string[] {
  const names: string[] = []
  new Visitor({
    FunctionDeclaration: ({ id }) => {
      if (id) names.push(id.name)
    },
    VariableDeclarator: ({ id }) => {
      if (id.type === 'Identifier') names.push(id.name)
    },
  }).visit(parseSync(file, text).program)
  return names
}
