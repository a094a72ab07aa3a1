import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { PAGE_TEMPLATES } from '../packages/contract/src/articles/page-templates.ts'
import { findPrivacyGaps, STORED_DATA_TEXT } from '../packages/contract/src/articles/templates/privacy-page.ts'
import { CLOSED_NAME, CLOSURE_DAYS, EXPORTS_A_DAY } from '../packages/contract/src/constants.ts'
import { readSources } from './source-files.ts'

const page = readFileSync(
  path.join(import.meta.dirname, '../apps/upstream/content/pages/privacy.md'),
  'utf8',
).replaceAll('\u00a0', ' ')

it('the privacy page of the demo contains the same sections on stored data as the template', () => {
  expect(page).toContain(STORED_DATA_TEXT)
})

it.each([
  `每天最多 ${EXPORTS_A_DAY} 次`,
  `${CLOSURE_DAYS} 天内重新登录，可以撤销。${CLOSURE_DAYS} 天后：`,
  `署名改为“${CLOSED_NAME}”`,
])('the demo page and the template state the value that the code uses: %s', (sentence) => {
  expect(page).toContain(sentence)
  expect(PAGE_TEMPLATES.privacy).toContain(sentence)
})

it('the text names every key that web stores in the browser; those of staff have one prefix', () => {
  const web = [...readSources()].filter(([file]) => file.startsWith('apps/web/src/') && !file.includes('.test.'))
  const keys = web.flatMap(([, text]) =>
    Array.from(text.matchAll(/\b(?:STORAGE|THEME|ELDER|ANNOUNCEMENT)_KEY = '([\w-]+)'/g), ([, key = '']) => key),
  )
  expect(keys.length).toBeGreaterThan(10)
  const isNamed = (key: string) => STORED_DATA_TEXT.includes(`\`${key}\``) || key.startsWith('manage-')
  expect(keys.filter((key) => !isNamed(key))).toEqual([])
})

it('a row that differs from what the software stores is found, and other texts are not', () => {
  expect(findPrivacyGaps(PAGE_TEMPLATES.privacy)).toEqual([])
  expect(findPrivacyGaps(page)).toEqual([])
  expect(findPrivacyGaps(page.replace('| 7 天，退出即删除 |', '| 30 天 |'))).toEqual([
    '登录设备：浏览器与系统名称、登录与最近使用时间',
  ])
  expect(findPrivacyGaps('我们重视您的隐私。').length).toBeGreaterThan(20)
})
