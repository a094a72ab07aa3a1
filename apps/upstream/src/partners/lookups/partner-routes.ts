import type { CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import {
  checkPartnerCertificates,
  listPartnerChanges,
  listPartnerDeliveries,
  type PairResult,
  readPartnerQuota,
} from '@portal/contract/partners/partner-calls.ts'
import { ECHO_MAX, PAIR_FAULTS } from '@portal/contract/partners/partner-rules.ts'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import { makeSupportNo } from '#certificates/lookup/check-code.ts'
import { changesFor } from '#partners/webhooks/changes.ts'
import { pollDeliveries } from '#partners/webhooks/polled-deliveries.ts'
import { rememberChecked } from '#partners/webhooks/subscriptions.ts'
import type { Db } from '#platform/db/open.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { type FaultyPair, isWellFormed, lookUpPairs, type Pair, readPair } from './pair-lookup.ts'
import { findPartner, type Partner } from './partner-access.ts'
import { pollingOff } from './partner-errors.ts'
import type { OutcomeCounts, PartnerUse } from './partner-use.ts'
import { listSampleChanges, listSampleDeliveries, sampleAnswer } from './sandbox.ts'

interface Options {
  certificates: CertificateRepository
  db: Db
  digest: Digest
  now: () => number
  partnerUse: PartnerUse
}

/** Routes for partners. They check the key themselves, because it is no session that `auth` knows. */
export const partnerRoutes: FastifyPluginAsync<Options> = async (app, dependencies) => {
  const { db, now, partnerUse } = dependencies

  addRoute(app, checkPartnerCertificates, async (request, reply) => {
    const partner = await findPartner(dependencies, request, 'check')
    const pairs = request.body.pairs.map(readPair)
    const wellFormedPairs = pairs.filter(isWellFormed)
    const quota = partner.isTest
      ? await partnerUse.readQuota(partner)
      : await partnerUse.take(partner, wellFormedPairs.length)
    const answers = partner.isTest
      ? wellFormedPairs.map(answerSample)
      : await lookUpCounted(partner, wellFormedPairs, pairs.length, request.log)
    // Compiled serialisers would drop names that the contract does not list; the single lookup avoids them too. Errors
    // are text already.
    reply.serializer(JSON.stringify)
    return ok(toPairResults(pairs, answers), quota)
  })

  addRoute(app, readPartnerQuota, async (request) => {
    const partner = await findPartner(dependencies, request, null)
    return ok(await partnerUse.readQuota(partner))
  })

  addRoute(app, listPartnerChanges, async (request) => {
    const partner = await findPartner(dependencies, request, 'webhooks')
    const { after = 0 } = request.query
    // Test keys are stored in less safe places, and must not reveal what the partner has really checked.
    if (partner.isTest) return ok(listSampleChanges(after))
    return ok(await changesFor(db, partner.id, { after, now: now() }))
  })

  addRoute(app, listPartnerDeliveries, async (request) => {
    const partner = await findPartner(dependencies, request, 'webhooks')
    const { after = 0 } = request.query
    if (partner.isTest) return ok(listSampleDeliveries(after, now()))
    const answer = await pollDeliveries(dependencies, partner.id, after)
    if (!answer) throw pollingOff()
    return ok(answer)
  })

  async function lookUpCounted(
    partner: Partner,
    pairs: readonly Pair[],
    given: number,
    log: FastifyBaseLogger,
  ): Promise<CertificateAnswer[]> {
    const found = await lookUpPairs(dependencies, pairs)
    const outcomes: OutcomeCounts = { malformed: given - pairs.length }
    for (const answer of found) {
      const { state } = answer ?? { state: 'unknown' }
      outcomes[state] = (outcomes[state] ?? 0) + 1
    }
    await partnerUse.count(partner, outcomes)
    const shownNumbers = found.flatMap((answer) => answer?.certificate?.certificateNo ?? [])
    await rememberChecked(db, partner.id, shownNumbers, now())
    return found.map((answer, nth) => answer ?? logNotShown(partner, pairs[nth]?.certificateNo ?? '', log))
  }
}

const answerSample = ({ certificateNo, checkCode }: Pair) => sampleAnswer(certificateNo, checkCode)

function logNotShown(partner: Partner, certificateNo: string, log: FastifyBaseLogger): CertificateAnswer {
  const supportNo = makeSupportNo()
  log.info({ supportNo, certificateNo, partner: partner.id }, 'certificate not shown')
  return { state: 'unknown', supportNo }
}

/** Returns the results in the order of the pairs. @param answers of the pairs without a fault */
function toPairResults(pairs: readonly (Pair | FaultyPair)[], answers: readonly CertificateAnswer[]): PairResult[] {
  const remainingAnswers = [...answers]
  return pairs.map((pair) => {
    if (!isWellFormed(pair)) return describeFault(pair)
    const answer = remainingAnswers.shift()
    return { certificateNo: pair.certificateNo, ...(answer && { answer }) }
  })
}

function describeFault({ code, certificateNo }: FaultyPair): PairResult {
  const canEcho = certificateNo !== undefined && certificateNo.length <= ECHO_MAX
  return { ...(canEcho && { certificateNo }), code, fault: PAIR_FAULTS[code] }
}
