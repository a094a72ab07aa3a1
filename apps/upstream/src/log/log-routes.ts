import { toRouterPath } from '@portal/contract/calls.ts'
import { CODE } from '@portal/contract/errors.ts'
import { getLogCheckpoint, getLogKey, LOG_PATH, logTileCalls } from '@portal/contract/log/log.ts'
import { readTilePath, TILE_WIDTH } from '@portal/contract/tlog/tile-paths.ts'
import type { FastifyError, FastifyPluginAsync, FastifyReply } from 'fastify'
import { AppError, noSuchCall } from '#platform/errors.ts'
import { answerError } from '#platform/http/error-handler.ts'
import type { LogFiles } from './log-files.ts'
import type { LogSigner } from './log-signer.ts'

interface Options {
  logFiles: LogFiles
  logSigner: Pick<LogSigner, 'sign'>
}

const TEXT = 'text/plain; charset=utf-8'
/** A checkpoint may be one second old; a cache adds two. */
const CHECKPOINT_CACHE = 'public, max-age=2'
/** The key never changes, except after a mistake. */
const KEY_CACHE = 'public, max-age=300'
const FULL_CACHE = 'public, max-age=31536000, immutable'
/** A partial tile never changes, but is not requested any more once the tile is full. */
const PARTIAL_CACHE = 'public, max-age=86400'

/** Routes of the public log, on the paths of C2SP tlog-tiles. */
export const logRoutes: FastifyPluginAsync<Options> = async (app, { logFiles, logSigner }) => {
  const config = { access: 'public' } as const

  // Sets the status for programs, and forbids caches to keep a refusal.
  app.setErrorHandler((error: AppError | FastifyError, request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!(error instanceof AppError) || error.code !== CODE.overloaded) return answerError(error, request, reply)
    return reply.code(error.code).type(TEXT).send(`${error.message}\n`)
  })

  function send(reply: FastifyReply, content: string | Buffer | undefined, type: string, cache: string) {
    reply.header('x-content-type-options', 'nosniff')
    if (content === undefined) throw noSuchCall()
    return reply.header('cache-control', cache).type(type).send(content)
  }

  app.get(getLogCheckpoint.path, { config }, async (_request, reply) => {
    const checkpoint = await logFiles.readCheckpoint()
    // The log is not signed yet directly after the first start.
    if (checkpoint === undefined) await logSigner.sign()
    return send(reply, checkpoint ?? (await logFiles.readCheckpoint()), TEXT, CHECKPOINT_CACHE)
  })

  app.get(getLogKey.path, { config }, async (_request, reply) => {
    const key = await logFiles.readKey()
    if (key === undefined) await logSigner.sign()
    return send(reply, key ?? (await logFiles.readKey()), TEXT, KEY_CACHE)
  })

  for (const call of logTileCalls) {
    app.get(toRouterPath(call), { config }, async (request, reply) => {
      const path = request.url.split('?')[0] ?? ''
      const tile = readTilePath(path.slice(LOG_PATH.length))
      const bytes = tile && (await logFiles.readTile(tile))
      const cache = tile?.width === TILE_WIDTH ? FULL_CACHE : PARTIAL_CACHE
      return send(reply, bytes, 'application/octet-stream', cache)
    })
  }
}
