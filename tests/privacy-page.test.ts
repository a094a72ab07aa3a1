import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { KEPT_UNUSED_MS } from '../apps/upstream/src/platform/files/unused-uploads.ts'
import { SEARCHES_KEPT_DAYS } from '../apps/upstream/src/site/visits/visit-log.ts'
import { ENDED_SHARE_DAYS } from '../packages/contract/src/certificates/saved-certificate-rules.ts'
import {
  CLOSED_NAME,
  CLOSURE_DAYS,
  DAY_MS,
  EMAIL_CODE_MS,
  EXPORTS_A_DAY,
  MINUTE_MS,
  TOKEN_LIFETIME_MS,
} from '../packages/contract/src/constants.ts'
import { readSources } from './source-files.ts'

const page = readFileSync(
  path.join(import.meta.dirname, '../apps/upstream/content/pages/privacy.md'),
  'utf8',
).replaceAll('\u00a0', ' ')

it.each([
  `脚本不可读，${TOKEN_LIFETIME_MS / DAY_MS} 天后或退出时删除`,
  `| ${TOKEN_LIFETIME_MS / DAY_MS} 天，退出即删除 |`,
  `| ${EMAIL_CODE_MS / MINUTE_MS} 分钟有效；`,
  `上传满 ${KEPT_UNUSED_MS / DAY_MS} 天后删除`,
  `热搜词另存 ${SEARCHES_KEPT_DAYS} 天`,
  `每天最多 ${EXPORTS_A_DAY} 次`,
  `到期 ${ENDED_SHARE_DAYS} 天后删除`,
  `${CLOSURE_DAYS} 天内重新登录，可以撤销。${CLOSURE_DAYS} 天后：`,
  `署名改为“${CLOSED_NAME}”`,
])('the privacy page states the value that the code uses: %s', (sentence) => {
  expect(page).toContain(sentence)
})

it('the privacy page names every key that web stores in the browser', () => {
  const web = [...readSources()].filter(([file]) => file.startsWith('apps/web/src/') && !file.includes('.test.'))
  const keys = web.flatMap(([, text]) =>
    Array.from(text.matchAll(/\b(?:STORAGE|THEME|ELDER|ANNOUNCEMENT)_KEY = '([\w-]+)'/g), ([, key = '']) => key),
  )
  expect(keys.length).toBeGreaterThan(10)
  expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([])
})
