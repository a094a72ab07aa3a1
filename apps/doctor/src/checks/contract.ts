import { createAnswerReader } from '@portal/bff/src/calls/answer-reader.ts'
import { listArticles } from '@portal/contract/articles/articles.ts'
import type { Call } from '@portal/contract/call.ts'
import { CODE } from '@portal/contract/errors.ts'
import { getHomeData, listCategories, listTags } from '@portal/contract/site/site.ts'
import type { Answer } from '#ask.ts'
import { type Finding, fault } from '#finding.ts'

/** Calls that need neither login nor query, besides the site info: those of the home page. */
export const WELL_KNOWN: readonly Call[] = [listCategories, listTags, getHomeData, listArticles]

/** Parses a response as the site does; describes an error in the operator's terms. */
export async function readContract(call: Call, answer: Answer, prefix: string): Promise<{ data: unknown } | Finding> {
  const { status, text } = answer
  const name = `${call.method} ${call.path}`
  const shape = detectShape(text)
  const contractMend = 'Have upstream corrected; npm run test:contract names all departures'
  if (shape !== 'envelope') {
    if (status === 404) {
      const remedy = `Set UPSTREAM_PREFIX to the path that upstream puts before /v1 (it is ${prefix || 'empty'} now)`
      return fault(`upstream answers 404 to ${name}`, remedy)
    }
    if (status >= 300 && status < 400) {
      return fault(
        `upstream sends ${name} elsewhere`,
        `Set UPSTREAM_URL to the origin that it leads to: ${describeTarget(answer)}`,
      )
    }
    if (shape === 'page') {
      const remedy = 'Set UPSTREAM_URL to the API instead of a website, or UPSTREAM_PREFIX to the path before /v1'
      return fault(`upstream answers ${name} with a web page (status ${status})`, remedy)
    }
    const what =
      shape === 'json' ? 'JSON without an envelope {code, message, data, extra}' : 'something that is no JSON'
    return fault(`upstream answers ${name} with ${what} (status ${status})`, contractMend)
  }
  try {
    const unclean = createAnswerReader(call)(answer)
    // The cleaned texts are not shown.
    const { envelope } = await unclean.cleaned(async (texts) => texts.map(({ html }) => html))
    if (envelope.code === CODE.ok) return { data: envelope.data }
    return fault(`upstream answers ${name} with code ${envelope.code}`, 'Look at upstream’s log')
  } catch (error) {
    return fault(`upstream departs from the contract: ${describeDeparture(error)}`, contractMend)
  }
}

/** Returns the reader's message, which names call and member but no value. */
function describeDeparture(error: unknown): string {
  const { cause } = error as Error
  return cause instanceof Error ? cause.message : 'an answer cannot be read'
}

function detectShape(text: string): 'envelope' | 'json' | 'page' | 'other' {
  try {
    const { code } = Object(JSON.parse(text))
    return Number.isSafeInteger(code) ? 'envelope' : 'json'
  } catch {
    return /^\s*</.test(text) ? 'page' : 'other'
  }
}

function describeTarget(answer: Answer): string {
  const location = answer.header('location') ?? ''
  return URL.canParse(location) ? new URL(location).origin : 'the same origin, another path'
}
