import type { ServerResponse } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { FileFormLimits } from '#config/limits.ts'
import { isSharedAddress } from '#connections/shared-addresses.ts'
import { type AppError, clientGone, fileFormTooSlow, otherFileForm, overloaded } from '#errors.ts'
import { getClientAddress, toClientKey } from '#request/client-address.ts'

/** Gives each form with files a place while its body arrives and is processed, and refuses those that are too slow. */
export function createFileFormPlaces({ places, freeBytes, totalMs, bytesPerSecond, windowMs }: FileFormLimits) {
  const clients = new Set<string>()
  let held = 0

  function takePlace(request: FastifyRequest, response: ServerResponse): AppError | null {
    // The response is already closed: its place would never be returned.
    if (response.closed) return clientGone()
    const address = getClientAddress(request)
    const client = isSharedAddress(address) ? null : toClientKey(address)
    if (client !== null && clients.has(client)) return otherFileForm()
    if (held >= places) return overloaded()
    held += 1
    if (client !== null) clients.add(client)
    response.once('close', () => {
      held -= 1
      if (client !== null) clients.delete(client)
    })
    return null
  }

  /** @returns the same bytes; the stream fails with an `AppError` when the form has no place or is too slow */
  return function admit(request: FastifyRequest, response: ServerResponse, body: Readable): Transform {
    let received = 0
    let receivedBefore = 0
    let timers: NodeJS.Timeout[] | undefined
    const refuseSlow = () => admitted.destroy(fileFormTooSlow())
    const checkSpeed = () => {
      if (received - receivedBefore < (bytesPerSecond * windowMs) / 1000) refuseSlow()
      receivedBefore = received
    }
    const admitted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        received += chunk.length
        if (timers || received <= freeBytes) return done(null, chunk)
        const refusal = takePlace(request, response)
        if (refusal) return done(refusal)
        timers = [setInterval(checkSpeed, windowMs), setTimeout(refuseSlow, totalMs)]
        done(null, chunk)
      },
    })
    const stopTimers = () => {
      for (const timer of timers ?? []) clearTimeout(timer)
    }
    admitted.once('close', stopTimers)
    response.once('close', stopTimers)
    // Fastify stops listening when it refuses a body that is too large. Without a listener a later error ends the process.
    admitted.on('error', stopTimers)
    // Not `pipeline`: it would close the connection of a refused form before the response.
    body.once('error', (error) => admitted.destroy(error))
    return body.pipe(admitted)
  }
}
