import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { isSharedAddress } from '#connections/shared-addresses.ts'
import { tooMany } from '#errors.ts'
import { getClientAddress } from '#request/client-address.ts'
import { addOnRequest } from '#request/route-hooks.ts'

/** Seconds after which a client may try again. */
const RETRY_SECONDS = 2

/** Limits the files that one client receives at the same time: each of them holds a connection to upstream. */
export const filesPerClientPlugin = fp<{ limit: number }>(
  async (app, { limit }) => {
    const open = new Map<string, number>()

    function take(address: string, { raw }: FastifyReply): Error | undefined {
      const count = open.get(address) ?? 0
      if (count >= limit) return tooMany(RETRY_SECONDS)
      open.set(address, count + 1)
      raw.once('close', () => {
        const left = (open.get(address) ?? 1) - 1
        if (left > 0) open.set(address, left)
        else open.delete(address)
      })
      return undefined
    }

    app.addHook('onRoute', (route) => {
      const { from } = route.config ?? {}
      if (from !== 'file' && from !== 'ownFile') return
      addOnRequest(route, (request, reply, done) => {
        const address = getClientAddress(request)
        done(isSharedAddress(address) ? undefined : take(address, reply))
      })
    })
  },
  { name: 'files-per-client' },
)
