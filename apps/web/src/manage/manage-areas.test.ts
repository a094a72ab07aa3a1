import { expect, it } from 'vitest'
import { THEME_KEY as PUBLIC_THEME_KEY } from '#app/document/theme-script.ts'
import { AREAS } from './manage-areas.ts'
import { THEME_KEY } from './shell/theme.ts'

it('gives every area a page at its own path, whose module can be loaded', async () => {
  for (const { path, pages } of AREAS) {
    expect(pages.map(([own]) => own)).toContain(path)
    for (const [, load] of pages) expect((await load()).Component).toBeTypeOf('function')
  }
})

it('gives no two areas the same path or letter', () => {
  const letters = AREAS.flatMap(({ letter }) => letter ?? [])
  expect(new Set(letters).size).toBe(letters.length)
  expect(new Set(AREAS.map(({ path }) => path)).size).toBe(AREAS.length)
})

it('stores the theme under the key of the public pages', () => {
  expect(THEME_KEY).toBe(PUBLIC_THEME_KEY)
})
