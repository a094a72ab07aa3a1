/** Names in an expression. */
export interface Query {
  /** Names of series, each with its matched labels. */
  series: { name: string; labels: string[] }[]
  functions: string[]
  /** Labels of `by` clauses. */
  grouped: string[]
}

const OPERATORS = new Set(['and', 'or', 'unless', 'offset', 'bool'])
const TOKEN =
  /\s+|(?<range>\[\d+[smhd]\])|(?<name>[A-Za-z_:][\w:]*)|(?<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?<text>"[^"]*")|(?<mark>=~|!~|!=|==|>=|<=|[-+*/%^<>=(){},])/y

interface Token {
  kind: string
  text: string
}

/** @throws SyntaxError for an invalid token */
function tokenize(expression: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < expression.length) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(expression)
    if (!match) throw new SyntaxError(`unexpected «${expression.slice(at, at + 12)}»`)
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    if (kind) tokens.push({ kind, text: match[0] })
  }
  return tokens
}

/**
 * Reads the names in a PromQL expression. Supports the syntax of this project's rules and panels: series, functions,
 * grouping, ranges, numbers.
 * @throws SyntaxError for unbalanced brackets and unsupported syntax
 */
export function readQuery(expression: string): Query {
  const tokens = tokenize(expression)
  const query: Query = { series: [], functions: [], grouped: [] }
  const open: string[] = []
  const isText = (at: number, text: string) => tokens[at]?.text === text
  for (let at = 0; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] as Token
    if (text === '(') open.push(text)
    else if (text === ')' && open.pop() !== '(') throw new SyntaxError('a bracket too many')
    else if (text === '{' || text === '}') throw new SyntaxError('matchers stand behind a series')
    if (kind !== 'name' || OPERATORS.has(text)) continue
    if (text === 'by' || text === 'without') {
      const end = tokens.findIndex((_token, index) => index > at && isText(index, ')'))
      if (!isText(at + 1, '(') || end === -1) throw new SyntaxError(`labels are missing behind «${text}»`)
      query.grouped.push(...tokens.slice(at + 2, end).flatMap((token) => (token.kind === 'name' ? [token.text] : [])))
      at = end
    } else if (isText(at + 1, '(') || isText(at + 1, 'by')) {
      query.functions.push(text)
    } else {
      const labels: string[] = []
      if (isText(at + 1, '{')) {
        const end = tokens.findIndex((_token, index) => index > at && isText(index, '}'))
        if (end === -1) throw new SyntaxError('matchers do not end')
        labels.push(...tokens.slice(at + 2, end).flatMap((token) => (token.kind === 'name' ? [token.text] : [])))
        at = end
      }
      query.series.push({ name: text, labels })
    }
  }
  if (open.length > 0) throw new SyntaxError('a bracket too few')
  return query
}
