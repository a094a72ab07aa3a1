import {
  dismissCertificateNews,
  getSavedCertificate,
  listSavedCertificates,
  removeSavedCertificate,
  saveCertificate,
  setSavedCertificateMails,
} from '@portal/contract/certificates/saved-certificates.ts'
import {
  countShareOpen,
  readShare,
  revokeShare,
  revokeShareByKey,
  shareCertificate,
  shareSavedCertificate,
} from '@portal/contract/certificates/shares.ts'
import type { FastifyPluginAsync } from 'fastify'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import { removeLogEntry } from '#log/certificate-answer.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toClientKey } from '#platform/http/client.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { notShown } from './saved-errors.ts'
import type { SavedEntry, SavedRepository } from './saved-repository.ts'
import type { ShareRepository } from './share-repository.ts'
import { readSharedResult } from './shared-result.ts'
import { checkHolder, toSavedState } from './shown-entry.ts'

/** Purpose of the digest of a visitor's address, by which the shares of one client are counted. */
const CLIENT_USE = 'share-client'

interface Options {
  now: () => number
  certificates: CertificateRepository
  digest: Digest
  savedCertificates: SavedRepository
  shares: ShareRepository
}

/** Routes of saved certificates and shares. Number and code prove that a caller has the certificate, as in a lookup. */
export const savedRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { certificates, digest, savedCertificates, shares } = options

  addRoute(app, saveCertificate, async (request) => {
    const { id } = getAccount(request)
    await checkHolder(options, request.body)
    await savedCertificates.save(id, request.body.certificateNo)
    return ok(null)
  })

  addRoute(app, listSavedCertificates, async (request) => {
    const { id } = getAccount(request)
    const { after } = request.query
    const isFirst = after === undefined
    const { saved: found, hasMore } = await savedCertificates.readPage(id, after)
    const own = await shares.listOwn(id)
    const addShares = (entry: SavedEntry) => ({
      ...entry,
      shares: own.filter(({ certificateNo }) => certificateNo === entry.certificateNo),
    })
    const ended = isFirst ? await savedCertificates.listNews(id) : []
    const [total, isMailed] = [await savedCertificates.count(id), await savedCertificates.isMailed(id)]
    const otherShares = isFirst ? await savedCertificates.listOthers(id, own) : []
    const extra = { total, hasMore, isMailed, news: ended.map(addShares), otherShares }
    return ok(found.map(addShares), extra)
  })

  addRoute(app, getSavedCertificate, async (request, reply) => {
    const { certificateNo } = request.params
    await savedCertificates.checkSaved(getAccount(request).id, certificateNo)
    const entry = await certificates.find(certificateNo)
    if (!entry || !toSavedState(entry)) throw notShown()
    const answer = removeLogEntry(await certificates.readAnswer(entry))
    // Compiled serialisers would drop members of a certificate that the contract does not name; a lookup avoids them
    // too.
    reply.serializer(JSON.stringify)
    return ok(answer, {})
  })

  addRoute(app, dismissCertificateNews, async (request) => {
    await savedCertificates.markSeen(getAccount(request).id, request.params.certificateNo)
    return ok(null)
  })

  addRoute(app, removeSavedCertificate, async (request) => {
    await savedCertificates.remove(getAccount(request).id, request.params.certificateNo)
    return ok(null)
  })

  addRoute(app, setSavedCertificateMails, async (request) => {
    await savedCertificates.setMailed(getAccount(request).id, request.body.isMailed)
    return ok(null)
  })

  addRoute(app, shareCertificate, async ({ account, body, ip }) => {
    await checkHolder(options, body)
    const holder = account ? { userId: account.id } : { client: digest(CLIENT_USE, toClientKey(ip)) }
    return ok(await shares.add(body.certificateNo, body.days, holder))
  })

  addRoute(app, shareSavedCertificate, async (request) => {
    const userId = getAccount(request).id
    const { certificateNo } = request.params
    await savedCertificates.checkSaved(userId, certificateNo)
    return ok(await shares.add(certificateNo, request.body.days, { userId }))
  })

  addRoute(app, readShare, async ({ body }, reply) => {
    const result = await readSharedResult(options, body.secret)
    reply.serializer(JSON.stringify)
    return ok(result, {})
  })

  addRoute(app, countShareOpen, async ({ body }) => {
    await shares.countOpen(body.secret)
    return ok(null)
  })

  addRoute(app, revokeShare, async (request) => {
    await shares.revoke(getAccount(request).id, request.params.id)
    return ok(null)
  })

  addRoute(app, revokeShareByKey, async ({ body }) => {
    await shares.revokeByKey(body.key)
    return ok(null)
  })
}
