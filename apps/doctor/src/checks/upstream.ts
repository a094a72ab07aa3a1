import { listArticles } from '@portal/contract/articles/articles.ts'
import { getSiteInfo } from '@portal/contract/site/site.ts'
import type { Answer } from '#ask.ts'
import { describeFailure, type Failure } from '#failure.ts'
import { type Check, type Finding, fault, ok, type Subject, warn } from '#finding.ts'
import { checkCertificates } from './certificates.ts'
import { checkClock } from './clock.ts'
import { readContract, WELL_KNOWN } from './contract.ts'
import { checkSiteInfo } from './site-info.ts'
import { checkVariants, makeUpstreamAddress } from './variants.ts'

/** Time limit of a check. ms. */
const PATIENCE_MS = 20_000
/** Response time that visitors notice, although the site would wait longer. ms. */
const SLOW_MS = 2_000

/** Checks that upstream is reachable, follows the contract, is fast, and has the same time. */
export const upstreamCheck: Check = {
  name: 'upstream',
  async run(subject) {
    const { config } = subject
    const first = await reach(subject)
    if (!('status' in first)) return [first]
    const site = await readContract(getSiteInfo, first, config.upstreamPrefix)
    if ('level' in site) return [site]
    const [others, certificates] = await Promise.all([
      Promise.all(WELL_KNOWN.map((call) => requestOnce(subject, call.path))),
      checkCertificates(subject, getPatience(subject)),
    ])
    const readings = await Promise.all(
      WELL_KNOWN.map((call, index) => {
        const answer = others[index]
        return answer && 'status' in answer ? readContract(call, answer, config.upstreamPrefix) : answer
      }),
    )
    const broken = readings.filter((reading): reading is Finding => reading !== undefined && 'level' in reading)
    const articles = readings[WELL_KNOWN.indexOf(listArticles)]
    const variants =
      articles && 'data' in articles ? await checkVariants(subject, articles.data, getPatience(subject)) : []
    const contract = broken.length > 0 ? broken : [ok(`${config.upstreamUrl} speaks the contract`)]
    const tookMs = Math.max(first.tookMs, ...others.map((answer) => ('status' in answer ? answer.tookMs : 0)))
    return [
      ...contract,
      ...variants,
      ...checkSpeed(subject, tookMs),
      ...checkClock(subject, { whose: 'upstream’s', theirMs: Date.parse(first.header('date') ?? '') }),
      ...certificates,
      ...checkSiteInfo(subject, site.data),
    ]
  },
}

function getPatience({ config }: Subject): number {
  return Math.min(config.upstreamTimeoutMs, PATIENCE_MS)
}

async function reach(subject: Subject): Promise<Answer | Finding> {
  // A new clone has no running upstream yet.
  const isYetToStart = subject.config.isUpstreamEmbedded && !subject.site
  return requestOnce(subject, getSiteInfo.path, (failure) =>
    isYetToStart && failure.isAbsent ? ok('the reference upstream does not run yet: npm start starts it') : null,
  )
}

async function requestOnce(
  subject: Subject,
  path: string,
  excuse: (failure: Failure) => Finding | null = () => null,
): Promise<Answer | Finding> {
  const { config, ask } = subject
  const address = makeUpstreamAddress(config, 'GET', path)
  try {
    return await ask(address, { headers: { accept: 'application/json' }, timeoutMs: getPatience(subject) })
  } catch (error) {
    const failure = describeFailure(error)
    const { why, remedy } = failure
    const excused = excuse(failure)
    if (excused) return excused
    return fault(`UPSTREAM_URL ${config.upstreamUrl}: ${why}`, `${remedy}, or correct UPSTREAM_URL`)
  }
}

function checkSpeed({ config }: Subject, tookMs: number): Finding[] {
  const took = `upstream took ${Math.round(tookMs)} ms for an answer`
  if (tookMs > config.upstreamTimeoutMs / 2) {
    const remedy = 'Look at upstream’s load and at the way to it, or raise UPSTREAM_TIMEOUT_MS'
    return [warn(`${took}, over half of UPSTREAM_TIMEOUT_MS (${config.upstreamTimeoutMs})`, remedy)]
  }
  return tookMs > SLOW_MS ? [warn(took, 'Look at upstream’s load and at the way to it')] : []
}
