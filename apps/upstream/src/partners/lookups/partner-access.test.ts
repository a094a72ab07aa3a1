import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { findPartner } from './partner-access.ts'
import { isPartnerKey, makePartnerKey } from './partner-key.ts'
import { createPartnerRepository, type PartnerForm } from './partner-repository.ts'

const form: PartnerForm = {
  name: '绿松石行',
  contactEmail: 'tech@shop.example',
  scopes: ['check'],
  dailyQuota: 1000,
  addresses: [],
  state: 'active',
}

it('has a checksum that finds any changed character', () => {
  for (const key of [makePartnerKey(false), makePartnerKey(true)]) {
    expect(isPartnerKey(key)).toBe(true)
    expect(isPartnerKey(key.slice(0, -1))).toBe(false)
    for (let at = 3; at < key.length; at += 1) {
      const other = key[at] === 'x' ? 'y' : 'x'
      expect(isPartnerKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
    }
  }
})

describeDatabases('the key of a partner', (make) => {
  let upstream: TestUpstream
  let clock = Date.parse('2026-11-20T02:00:00Z')
  let partnerId = 0
  let key = ''
  let keyId = 0
  const now = () => clock
  const createRepository = () => createPartnerRepository({ db: upstream.db, now })
  const check = (given: string, { ip = '203.0.113.7', url = '/v1/partner/quota' } = {}) =>
    findPartner({ db: upstream.db, now }, { headers: { authorization: `Bearer ${given}` }, ip, url }, 'check')
  const expectRefusal = (reason: string, code: number) => expect.objectContaining({ code, extra: { reason } })

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { content: 'none', now })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    partnerId = await createRepository().add(form)
    ;({ key, id: keyId } = await createRepository().addKey(partnerId, false))
  })

  it('names the partner, and the day of its last use', async () => {
    expect(await check(key)).toEqual({ id: partnerId, name: '绿松石行', keyId, isTest: false, dailyQuota: 1000 })
    expect(await createRepository().listKeys(partnerId)).toMatchObject([{ last_used_day: '2026-11-20' }])
  })

  it('is stored as a digest alone', async () => {
    const stored = JSON.stringify(await upstream.db.selectFrom('partner_keys').selectAll().execute())
    expect(stored).not.toContain(key.slice(3, -4))
  })

  it('is refused with a reason: missing, cut, unknown, in the address', async () => {
    const bare = { headers: {}, ip: '203.0.113.7', url: '/v1/partner/quota' }
    await expect(findPartner({ db: upstream.db, now }, bare, 'check')).rejects.toEqual(expectRefusal('keyMissing', 401))
    await expect(check(key.slice(0, -1))).rejects.toEqual(expectRefusal('keyMalformed', 401))
    await expect(check(makePartnerKey(false))).rejects.toEqual(expectRefusal('keyUnknown', 401))
    await expect(check(key, { url: `/v1/partner/quota?key=${key}` })).rejects.toEqual(
      expectRefusal('keyInAddress', 400),
    )
  })

  it('is refused before the database is read when its checksum is wrong', async () => {
    const noDatabase = new Proxy(upstream.db, {
      get() {
        throw new Error('the database was asked')
      },
    })
    const headers = { authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}` }
    const request = { headers, ip: '203.0.113.7', url: '/v1/partner/quota' }
    await expect(findPartner({ db: noDatabase, now }, request, 'check')).rejects.toEqual(
      expectRefusal('keyMalformed', 401),
    )
  })

  it('is refused once it is revoked, and after the overlap of a rotation', async () => {
    await createRepository().endKey(keyId, 24)
    clock += DAY_MS - HOUR_MS
    expect(await check(key)).toMatchObject({ id: partnerId })
    clock += HOUR_MS
    await expect(check(key)).rejects.toEqual(expectRefusal('keyEnded', 401))
    await createRepository().revokeKey(keyId)
    await expect(check(key)).rejects.toEqual(expectRefusal('keyRevoked', 401))
  })

  it('is refused for a disabled partner and without the scope', async () => {
    await createRepository().change(partnerId, { ...form, scopes: ['webhooks'] })
    await expect(check(key)).rejects.toEqual(expectRefusal('scopeMissing', 403))
    await createRepository().change(partnerId, { ...form, state: 'disabled' })
    await expect(check(key)).rejects.toEqual(expectRefusal('partnerDisabled', 403))
  })

  it('is refused from other addresses, whichever form an address has', async () => {
    await createRepository().change(partnerId, { ...form, addresses: ['203.0.113.0/24', '2001:db8:7::/48'] })
    for (const ip of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '2001:db8:7:1::5']) {
      expect(await check(key, { ip })).toMatchObject({ id: partnerId })
    }
    for (const ip of ['203.0.114.7', '::ffff:203.0.114.7', '2001:db8:8::1', '::203.0.113.7']) {
      await expect(check(key, { ip })).rejects.toEqual(expectRefusal('addressNotAllowed', 403))
    }
  })
})
