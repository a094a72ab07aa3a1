import { randomBytes } from 'node:crypto'
import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSealer } from './seal.ts'
import { keepReceiptKey, keepSessionKey } from './session-key.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]

describe('a sealed value', () => {
  it('can be opened, and differs for each sealing', () => {
    const sealer = createSealer([newKey])
    const sealed = sealer.seal('session', { t: 'token' })
    expect(sealer.open('session', sealed)).toEqual({ t: 'token' })
    expect(sealer.seal('session', { t: 'token' })).not.toBe(sealed)
    expect(sealed).not.toContain(Buffer.from('token').toString('base64url'))
  })

  it('opens under an older key, which no longer seals', () => {
    const sealed = createSealer([oldKey]).seal('session', { t: 1 })
    expect(createSealer([newKey, oldKey]).open('session', sealed)).toEqual({ t: 1 })
    expect(createSealer([oldKey]).open('session', createSealer([newKey, oldKey]).seal('session', {}))).toBeNull()
  })

  it('does not open for another purpose, under another key, or changed by a single bit', () => {
    const sealer = createSealer([newKey])
    const sealed = sealer.seal('social-login', { at: 1 })
    expect(sealer.open('session', sealed)).toBeNull()
    expect(createSealer([oldKey]).open('social-login', sealed)).toBeNull()
    const bytes = Buffer.from(sealed, 'base64url')
    for (let place = 0; place < bytes.length; place += 1) {
      const changed = Buffer.from(bytes)
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(sealer.open('social-login', changed.toString('base64url'))).toBeNull()
    }
    for (const nonsense of ['', 'x', '🙂', 'A'.repeat(4000)]) expect(sealer.open('social-login', nonsense)).toBeNull()
  })
})

describe('the key of a site', () => {
  it('is generated once, readable for the owner only, and never replaced', () => {
    const folder = path.join(mkdtempSync(path.join(tmpdir(), 'key-')), 'data')
    const key = keepSessionKey(folder)
    expect(key).toHaveLength(32)
    expect(keepSessionKey(folder)).toEqual(key)
    const file = path.join(folder, 'session.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(keepReceiptKey(folder)).not.toEqual(key)
    writeFileSync(file, 'damaged')
    expect(() => keepSessionKey(folder)).toThrow('no key of 32 bytes')
  })
})
