import { describe, expect, it } from 'vitest'
import { makeCertificateNo, readCertificateNo, readCheckCode } from './certificate-number.ts'

const RIGHT = makeCertificateNo('20261103', 128)

function readFault(typed: string) {
  const reading = readCertificateNo(typed)
  if (reading.kind !== 'wrong') throw new Error(`${typed} is ${reading.kind}`)
  return reading
}

describe('a check digit', () => {
  it('detects every wrong digit and every swap of two neighbours', () => {
    const digits = RIGHT.slice(2)
    for (let at = 0; at < digits.length; at += 1) {
      for (const other of '0123456789') {
        if (other === digits[at]) continue
        expect(readCertificateNo(`SH${digits.slice(0, at)}${other}${digits.slice(at + 1)}`).kind).toBe('wrong')
      }
      const next = digits[at + 1]
      if (next === undefined || next === digits[at]) continue
      const swapped = digits.slice(0, at) + next + digits[at] + digits.slice(at + 2)
      expect(readCertificateNo(`SH${swapped}`).kind).toBe('wrong')
    }
  })
})

describe('a certificate number', () => {
  it.each([
    RIGHT,
    RIGHT.toLowerCase(),
    ` ${RIGHT} `,
    `${RIGHT.slice(0, 2)}-${RIGHT.slice(2, 10)}—${RIGHT.slice(10)}`,
    RIGHT.replace(/[0-9A-Z]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
    `证书编号：${RIGHT}`,
    `证书编号 ${RIGHT}`,
    `https://www.example.cn/certificate-check?no=${RIGHT}`,
    `https://www.example.cn/c/${RIGHT}?v=2`,
    `https://www.example.cn/certificate-check?from=qr&no=${RIGHT}#where`,
    RIGHT.slice(2),
    `\u200b${RIGHT.slice(0, 5)}\u00a0${RIGHT.slice(5)}`,
  ])('is read in every accepted spelling: %s', (typed) => {
    expect(readCertificateNo(typed)).toEqual({ kind: 'right', certificateNo: RIGHT })
  })

  it('is missing when nothing but spaces was typed', () => {
    expect(readCertificateNo(' 　- ')).toEqual({ kind: 'empty' })
  })

  it('gets suggestions and the positions of letters that replace digits', () => {
    const typed = RIGHT.replace('20261103', '2O26II03')
    expect(readFault(typed)).toMatchObject({ fault: 'letters', at: [3, 6, 7], suggestions: [RIGHT] })
  })

  it('is refused with a wrong prefix', () => {
    expect(readFault(`5H${RIGHT.slice(2)}`)).toMatchObject({ fault: 'prefix', at: [0], suggestions: [RIGHT] })
    expect(readFault(`GD${RIGHT.slice(2)}`)).toMatchObject({ fault: 'prefix', at: [0, 1] })
  })

  it('is refused with a wrong length', () => {
    expect(readFault(RIGHT.slice(0, -1)).fault).toBe('short')
    expect(readFault(`${RIGHT}0`).fault).toBe('long')
  })

  it('is refused with an impossible date', () => {
    expect(readFault(makeCertificateNo('20260231', 7))).toMatchObject({ fault: 'date', at: [2, 3, 4, 5, 6, 7, 8, 9] })
    expect(readFault(makeCertificateNo('19990101', 7)).fault).toBe('date')
  })

  it('gets a suggestion for two swapped neighbours', () => {
    const typed = makeCertificateNo('20261103', 182).slice(0, -1) + RIGHT.at(-1)
    expect(readFault(typed).fault).toBe('check')
    expect(readFault(typed).suggestions).toContain(RIGHT)
  })

  it('gets suggestions with one digit changed or two swapped, and no future date', () => {
    const now = Date.parse('2026-11-22T02:00:00Z')
    const listSuggestions = (typed: string) => {
      const reading = readCertificateNo(typed, now)
      return reading.kind === 'wrong' ? reading.suggestions : []
    }
    for (const typed of ['SH20261103001284', 'SH20261103001283', 'SH20261103001295', 'SH20261103001825']) {
      const [first] = listSuggestions(typed)
      expect(listSuggestions(typed), typed).toContain('SH20261103001285')
      for (const suggestion of listSuggestions(typed)) {
        expect(readCertificateNo(suggestion, now).kind).toBe('right')
        expect(suggestion.slice(2, 10) <= '20261122', suggestion).toBe(true)
        const differing = [...suggestion].filter((digit, at) => digit !== typed[at])
        expect(differing.length, suggestion).toBeLessThanOrEqual(2)
      }
      expect(first).toBeDefined()
    }
    // The number has a letter in place of a digit, and a future date.
    expect(listSuggestions(makeCertificateNo('20261123', 1).replace('0', 'O'))).not.toContain(
      makeCertificateNo('20261123', 1),
    )
  })

  it('is refused with the position of an invalid character', () => {
    expect(readFault(`${RIGHT.slice(0, 4)}号${RIGHT.slice(5)}`)).toMatchObject({ fault: 'characters', at: [4] })
  })

  it('gets no suggestion for the number of an order or a sample, with or without its prefix', () => {
    for (const typed of ['WT20261120000425', '20261120000425', 'VT20261120000425', 'YP20261120000420013', 'wt2026']) {
      expect(readFault(typed)).toMatchObject({ fault: 'kind', suggestions: [] })
    }
  })

  it('is truncated when it is too long', () => {
    expect(readFault('9'.repeat(100_000)).text).toHaveLength(400)
  })
})

describe('a check code', () => {
  it('is read in every accepted spelling', () => {
    expect(readCheckCode(' 7k3 m-9q ')).toEqual({ kind: 'right', checkCode: '7K3M9Q' })
    expect(readCheckCode('７Ｋ３Ｍ９Ｑ')).toEqual({ kind: 'right', checkCode: '7K3M9Q' })
  })

  it('is refused with a confusable character or another length', () => {
    for (const typed of ['7K3M9O', '7K3M90', '7K3M9I', '7K3M91', '7K3M9L', '7K3M9', '7K3M9QQ']) {
      expect(readCheckCode(typed).kind, typed).toBe('wrong')
    }
    expect(readCheckCode('')).toEqual({ kind: 'empty' })
  })
})
