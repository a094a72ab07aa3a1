import { describe, expect, it } from 'vitest'
import {
  type Amendment,
  findReissue,
  formatAmendment,
  formatReissue,
  REISSUE_REASON_NAMES,
  REISSUE_REASONS,
  readAmendments,
  translateAmendments,
} from './amendments.ts'

const OLD_NO = 'SH20261103001285'
const REISSUE: Amendment = {
  since: '2026-11-28',
  replaced: OLD_NO,
  issuedOn: '2026-11-03',
  items: [],
  reason: REISSUE_REASONS.lost,
}
const CORRECTION: Amendment = {
  since: '2026-12-01',
  replaced: 1,
  issuedOn: '2026-11-28',
  items: ['颜色', '拉曼光谱'],
  reason: '颜色描述有误；已复核',
}

describe('the text about what a certificate replaces', () => {
  it('names number or version, days, changed items and reason', () => {
    expect(formatAmendment(REISSUE)).toBe(`自 2026-11-28 起代替证书 ${OLD_NO}（2026-11-03 签发）；换发原因：遗失`)
    expect(formatAmendment(CORRECTION)).toBe(
      '自 2026-12-01 起代替第 1 版（2026-11-28 签发）；变更项目：颜色、拉曼光谱；更正原因：颜色描述有误；已复核',
    )
    expect(formatReissue(1, REISSUE)).toBe(`第 1 版，代替 ${OLD_NO}（2026-11-03）`)
  })

  it('is read back line by line', () => {
    for (const one of [REISSUE, CORRECTION, { ...CORRECTION, items: [], reason: '' }]) {
      expect(readAmendments(formatAmendment(one))).toEqual([one])
    }
    const both = `${formatAmendment(CORRECTION)}\n${formatAmendment(REISSUE)}`
    expect(readAmendments(both)).toEqual([CORRECTION, REISSUE])
    expect(findReissue(both)).toEqual(REISSUE)
    expect(findReissue(formatAmendment(CORRECTION))).toBeUndefined()
    expect(readAmendments('另行说明')).toEqual([])
    expect(readAmendments(null)).toEqual([])
  })

  it('has English for everything but a typed reason and a free item', () => {
    expect(translateAmendments(formatAmendment(REISSUE))).toBe(
      `replaces certificate ${OLD_NO} (issued 3 Nov 2026) from 28 Nov 2026; reason: loss`,
    )
    expect(translateAmendments(formatAmendment(CORRECTION))).toBe(
      'replaces version 1 (issued 28 Nov 2026) from 1 Dec 2026; changed: Colour, 拉曼光谱; reason: 颜色描述有误；已复核',
    )
    for (const name of REISSUE_REASON_NAMES) {
      const english = translateAmendments(formatAmendment({ ...REISSUE, reason: REISSUE_REASONS[name] }))
      expect(english).not.toMatch(/\p{Script=Han}/u)
    }
    expect(translateAmendments('另行说明')).toBeUndefined()
  })
})
