import { SECOND_MS } from '@portal/contract/constants.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { LogFiles } from '#log/log-files.ts'
import { type CosigningOptions, createCosigning } from './cosigning.ts'

/** Interval of checks whether a request to a witness is due. */
const POLL_MS = 1 * SECOND_MS

interface Options extends Pick<CosigningOptions, 'db' | 'witnesses' | 'now'> {
  logFiles: Pick<LogFiles, 'readTile'>
}

/** Obtains cosignatures in the background. @returns a function that stops it */
export function startCosigning(
  { logFiles, witnesses, ...options }: Options,
  log: FastifyBaseLogger,
  onError: (error: Error) => void,
): () => Promise<void> {
  if (witnesses.length === 0) return async () => undefined
  const { cosign, close } = createCosigning({
    ...options,
    witnesses,
    onError,
    readTile: async (tile) => new Uint8Array((await logFiles.readTile(tile)) ?? []),
    onChange({ verifier, address }, failure) {
      const witness = { name: verifier.name, address }
      if (failure === null) log.info({ witness }, 'a witness cosigns the public log again')
      else log.warn({ witness, failure }, 'a witness does not cosign the public log')
    },
  })
  const timer = setInterval(() => void cosign(), POLL_MS).unref()
  return async () => {
    clearInterval(timer)
    await close()
  }
}
