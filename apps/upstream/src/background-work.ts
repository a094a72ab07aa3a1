import { MINUTE_MS } from '@portal/contract/constants.ts'
import type { FastifyBaseLogger } from 'fastify'
import { createLimitSweep } from './accounts/audit/audit-refusals.ts'
import { toWireNotice } from './accounts/notices/notice-message.ts'
import { watchSessions } from './accounts/sessions/session-watch.ts'
import { toWireMessage } from './community/chat/chat-message.ts'
import type { Dependencies, DependencyOptions } from './dependencies.ts'
import { startSigning } from './log/start-signing.ts'
import { startCosigning } from './log/witnesses/start-cosigning.ts'
import { startPusher } from './platform/push/pusher.ts'

const SWEEP_MS = 10 * MINUTE_MS

type OnError = DependencyOptions['onError']

/** Starts the background work. @returns a function that stops it and waits until the work under way is stored */
export function startBackgroundWork(
  dependencies: Dependencies,
  log: FastifyBaseLogger,
  onError: OnError,
): () => Promise<void> {
  const endPushing = startPushing(dependencies, onError)
  const endSweeping = startSweeping(dependencies, onError)
  dependencies.jobs.start()
  const endSigning = startSigning(dependencies.logSigner, onError('the public log could not be signed'))
  const endCosigning = startCosigning(dependencies, log, onError('the public log could not be cosigned'))
  return async () => {
    endSweeping()
    endPushing()
    await endSigning()
    await dependencies.logBacklog.close()
    await dependencies.logCheck.close()
    await endCosigning()
    await dependencies.jobs.close()
    await dependencies.bus.close()
    await dependencies.texts.close()
    await dependencies.visits.flush()
    await dependencies.counts.flush()
    await dependencies.mismatchAlarm.flush()
    dependencies.mailer.close?.()
    dependencies.files.close()
  }
}

/** Pushes messages and notices to the open sockets. @returns a function that stops it */
function startPushing({ bus, hub, sessions, chat, notices, now }: Dependencies, onError: OnError): () => void {
  startPusher({
    bus,
    hub,
    load: {
      message: async (ids) => (await chat.findMany(ids)).map((row) => toWireMessage(row, now())),
      notice: async (ids) => (await notices.findMany(ids)).map((row) => toWireNotice(row, now())),
    },
    onError: onError('pushing failed'),
  })
  return watchSessions({ hub, sessions, now, onError: onError('watching sessions failed') })
}

/** Regularly deletes expired rows. @returns a function that stops it */
function startSweeping(dependencies: Dependencies, onError: OnError): () => void {
  const { sessions, codes, gates, visits, files, states, wechatCodes, officialAccount } = dependencies
  const { comments, contentCheck, erasure, previews, reportPictures, ticketMails, unusedUploads } = dependencies
  const {
    fileCheck,
    importJobs,
    orderReminders,
    orderRetention,
    samplePictures,
    mediaSweep,
    rawRecords,
    staffMails,
    ticketPictures,
  } = dependencies
  const { batchJobs, counts, storage, auditCheck, deskListing, penalties, factorResets, invitations } = dependencies
  const { jobs, savedNotices, logBacklog, logCheck, partnerUse, shares, webhooks, withdrawalAlarm } = dependencies
  const tokens = [sessions, codes, states, wechatCodes, officialAccount, gates, invitations]
  const fileSweepers = [
    files,
    unusedUploads,
    reportPictures,
    ticketPictures,
    samplePictures,
    rawRecords,
    storage,
    mediaSweep,
  ]
  const staffSweepers = [
    penalties,
    factorResets,
    ticketMails,
    staffMails,
    contentCheck,
    auditCheck,
    fileCheck,
    createLimitSweep(dependencies),
    previews,
    deskListing,
    batchJobs,
    importJobs,
  ]
  const sweepers = [
    ...tokens,
    ...fileSweepers,
    ...staffSweepers,
    visits,
    comments,
    erasure,
    counts,
    shares,
    savedNotices,
    orderReminders,
    orderRetention,
    jobs,
    webhooks,
    logBacklog,
    logCheck,
    withdrawalAlarm,
    partnerUse,
  ]
  const sweeper = setInterval(() => {
    Promise.all(sweepers.map((one) => one.sweep())).catch(onError('sweeping failed'))
  }, SWEEP_MS).unref()
  return () => clearInterval(sweeper)
}
