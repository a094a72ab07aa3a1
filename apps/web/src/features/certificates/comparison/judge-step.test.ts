import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { describe, expect, it } from 'vitest'
import { comparison } from '../texts/zh/comparison.tsx'
import { listSteps } from './comparison-steps.ts'
import { type Answers, combineResults, type Finding, judgeStep, NO_ANSWERS } from './judge-step.ts'

const bare: Certificate = {
  certificateNo: 'SH20261103001284',
  version: 1,
  category: 'gemstone',
  conclusion: '红宝石（加热）',
  issuedOn: '2026-11-03',
}
const whole: Certificate = {
  ...bare,
  totalMassG: 12.36,
  shape: '椭圆弧面型',
  lengthMm: 18.2,
  widthMm: 13.45,
  heightMm: 6.1,
  inscription: 'SH 001284',
  pictures: [{ url: '/file/img/a.png', widthMm: 25 }],
}

function judge(step: Parameters<typeof judgeStep>[0], answers: Partial<Answers>, certificate = whole) {
  return judgeStep(step, certificate, { ...NO_ANSWERS, ...answers }, comparison.reasons)
}

describe('the steps', () => {
  it('include all steps for which the certificate has data', () => {
    expect(listSteps(whole)).toEqual(['picture', 'mass', 'size', 'inscription', 'conclusion'])
  })

  it('leave out steps without data', () => {
    expect(listSteps(bare)).toEqual(['conclusion'])
    expect(listSteps({ ...bare, caratMassCt: 1.02, inscription: ' ' })).toEqual(['mass', 'conclusion'])
  })
})

describe('the mass step', () => {
  it.each<[Partial<Answers>, Finding]>([
    [{ massTyped: '12.38' }, 'match'],
    [{ massTyped: '12.39' }, 'differ'],
    [{ massTyped: '12.39', isAltered: true }, 'unsure'],
    [{ massTyped: '12.5', divisionG: 0.1 }, 'match'],
    [{ massTyped: '12.6', divisionG: 0.1 }, 'differ'],
    [{ massTyped: '12.366', divisionG: 0.001 }, 'match'],
    [{ massTyped: '12.368', divisionG: 0.001 }, 'differ'],
    [{ massTyped: '61.80', massUnit: 'ct' }, 'match'],
    [{ massTyped: '61.80' }, 'differ'],
    [{ massTyped: '' }, 'unsure'],
    [{ massTyped: '十二克' }, 'unsure'],
  ])('judges %o as %s', (answers, finding) => {
    expect(judge('mass', answers).finding).toBe(finding)
  })

  it('shows the difference and the tolerance', () => {
    expect(judge('mass', { massTyped: '12.37' }).reason).toBe('与证书相差 0.01\u00a0g，在容许的 ±0.02\u00a0g 之内。')
  })

  it('stays undecided by a kitchen scale for a small stone', () => {
    const diamond: Certificate = { ...bare, category: 'diamond', caratMassCt: 1.02 }
    expect(judge('mass', { massTyped: '0.2', divisionG: 0.1 }, diamond).finding).toBe('unsure')
    expect(judge('mass', { massTyped: '1.02', massUnit: 'ct', divisionG: 0.001 }, diamond).finding).toBe('match')
  })

  it('does not compare a set stone with the mass of the loose stone', () => {
    const ring: Certificate = { ...bare, category: 'diamond', caratMassCt: 1.02, metal: '18K 金' }
    expect(judge('mass', { massTyped: '3.41' }, ring).finding).toBe('unsure')
  })
})

describe('the size step', () => {
  it.each<[Partial<Answers>, Finding]>([
    [{ lengthsTyped: { lengthMm: '18.3', widthMm: '13.4', heightMm: '6.0' } }, 'match'],
    [{ lengthsTyped: { lengthMm: '13.4', widthMm: '18.3' } }, 'match'],
    [{ lengthsTyped: { lengthMm: '18.38' } }, 'differ'],
    [{ lengthsTyped: { lengthMm: '18.37' } }, 'match'],
    [{ lengthsTyped: { lengthMm: '19' }, tool: 'ruler' }, 'match'],
    [{ lengthsTyped: { heightMm: '6' }, tool: 'ruler' }, 'unsure'],
    [{ lengthsTyped: { heightMm: '9' }, tool: 'ruler' }, 'differ'],
    [{ shape: 'other', lengthsTyped: { lengthMm: '18.2' } }, 'differ'],
    [{ shape: 'same' }, 'unsure'],
    [{}, 'unsure'],
  ])('judges %o as %s', (answers, finding) => {
    expect(judge('size', answers).finding).toBe(finding)
  })
})

describe('the inscription step', () => {
  it.each<[Partial<Answers>, Finding]>([
    [{ inscriptionTyped: 'ｓｈ-001284' }, 'match'],
    [{ inscriptionTyped: 'SH OO1284' }, 'unsure'],
    [{ inscriptionTyped: 'SH001285' }, 'differ'],
    [{ isUninscribed: true }, 'unsure'],
    [{}, 'unsure'],
  ])('judges %o as %s', (answers, finding) => {
    expect(judge('inscription', answers).finding).toBe(finding)
  })
})

describe('the conclusion step', () => {
  it.each<[Partial<Answers>, Finding]>([
    [{ conclusion: 'same' }, 'match'],
    [{ conclusion: 'other' }, 'differ'],
    [{ conclusion: 'unsure' }, 'unsure'],
    [{ conclusionTyped: '红宝石(加热)' }, 'match'],
    [{ conclusion: 'same', conclusionTyped: '红宝石' }, 'differ'],
    [{}, 'unsure'],
  ])('judges %o as %s', (answers, finding) => {
    expect(judge('conclusion', answers).finding).toBe(finding)
  })
})

describe('the verdict', () => {
  const judgeAll = (answers: Partial<Answers>, certificate = whole) =>
    combineResults(
      listSteps(certificate).map((step) =>
        judgeStep(step, certificate, { ...NO_ANSWERS, ...answers }, comparison.reasons),
      ),
    )
  const visual: Partial<Answers> = { picture: 'same', conclusion: 'same' }

  it.each<[Partial<Answers>, Finding]>([
    [{ ...visual, massTyped: '12.36' }, 'match'],
    [{ ...visual, lengthsTyped: { lengthMm: '18.2' } }, 'match'],
    [{ ...visual, massTyped: '12.36', inscriptionTyped: 'SH001285' }, 'differ'],
    [{ ...visual, massTyped: '3' }, 'differ'],
    [{ ...visual }, 'unsure'],
    [{ ...visual, inscriptionTyped: 'SH001284' }, 'unsure'],
    [{ picture: 'same', massTyped: '12.36' }, 'unsure'],
    [{ picture: 'unsure', conclusion: 'same', massTyped: '12.36' }, 'unsure'],
    [{}, 'unsure'],
  ])('combines %o to %s', (answers, expected) => {
    expect(judgeAll(answers)).toBe(expected)
  })

  it('needs no picture when the certificate has none', () => {
    const { pictures: _, ...without } = whole
    expect(judgeAll({ conclusion: 'same', massTyped: '12.36' }, without)).toBe('match')
  })
})
