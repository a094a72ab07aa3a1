import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readGemFacts } from './gem-facts.ts'

it('reads group, system, refractive index and hardness', () => {
  expect(readGemFacts('刚玉，三方晶系。折射率 1.762–1.770，密度 4.00，摩氏硬度 9。')).toEqual({
    group: '刚玉',
    system: '三方晶系',
    refractiveIndex: { min: 1.762, max: 1.77, text: '1.762–1.770' },
    isSpotReading: false,
    density: { min: 4, max: 4, text: '4.00' },
    hardness: { min: 9, max: 9, text: '9' },
    colours: [],
  })
})

it('reads spot readings, density ranges and half degrees of hardness', () => {
  expect(readGemFacts('硬玉，集合体（单斜）。折射率 1.66（点测），密度 3.34，摩氏硬度 6.5–7。')).toMatchObject({
    system: '集合体（单斜）',
    refractiveIndex: { min: 1.66, max: 1.66, text: '1.66' },
    isSpotReading: true,
    hardness: { min: 6.5, max: 7, text: '6.5–7' },
  })
  expect(readGemFacts('锆石，四方晶系。折射率 1.925–1.984，密度 4.60–4.80，摩氏硬度 7–7.5。')?.density).toEqual({
    min: 4.6,
    max: 4.8,
    text: '4.60–4.80',
  })
})

it('reads usual colours', () => {
  const summary = '蛋白石，非晶质体。折射率 1.450，密度 2.15，摩氏硬度 5–6。常见颜色：白、黑、无色（变彩、乳光）。'
  expect(readGemFacts(summary)?.colours).toEqual(['白', '黑', '无色（变彩、乳光）'])
})

it.each([
  '',
  '含水的铜铝磷酸盐矿物，折射率点测约 1.61，摩氏硬度 3–6。',
  '刚玉，三方晶系。折射率 1.770–1.762，密度 4.00，摩氏硬度 9。',
  '刚玉，三方晶系。折射率 1.762–1.770，密度 4.00，摩氏硬度 9。另见附表。',
])('returns null for another form: %s', (summary) => {
  expect(readGemFacts(summary)).toBeNull()
})

it('reads the summary of every gem entry of the demo content', () => {
  const folder = path.join(import.meta.dirname, '../../../../upstream/content/gems')
  const summaries = readdirSync(folder).map(
    (name) => /^summary: (.+)$/m.exec(readFileSync(path.join(folder, name), 'utf8'))?.[1] ?? name,
  )
  expect(summaries.length).toBeGreaterThan(20)
  expect(summaries.filter((summary) => readGemFacts(summary) === null)).toEqual([])
})
