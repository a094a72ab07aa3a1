import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Service, startService } from './service.ts'

const LISTENS = `process.send({ type: 'listening', address: 'http://127.0.0.1:4321' })\n`
const STAYS = 'setInterval(() => {}, 1000)\n'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'portal-service-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function serve(source: string): Service {
  const entry = path.join(folder, 'main.mjs')
  writeFileSync(entry, source)
  return startService({ name: 'stand-in', nodeArgs: [entry], env: process.env, isVerbose: false })
}

describe('a service', () => {
  it('reports its address, and exits cleanly when it is stopped', async () => {
    const service = serve(`process.on('SIGTERM', () => process.exit(0))\n${STAYS}${LISTENS}`)
    expect(await service.address).toBe('http://127.0.0.1:4321')
    await service.stop()
    expect(await service.ended).toEqual({ code: 0, how: 'exit code 0' })
  })

  it('reports its exit code after its last output', async () => {
    const shown = vi.spyOn(console, 'error').mockImplementation(() => {})
    const service = serve(`console.error('PORT is "http": accepted is a port'); process.exitCode = 2`)
    expect(await service.ended).toEqual({ code: 2, how: 'exit code 2' })
    expect(shown).toHaveBeenCalledExactlyOnceWith('PORT is "http": accepted is a port')
    shown.mockRestore()
  })

  it('is stopped when its IPC channel closes', async () => {
    const service = serve(`${STAYS}process.disconnect()`)
    expect(await service.ended).toEqual({ code: null, how: 'signal SIGTERM' })
  })
})
