import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../scripts/repository.ts'
import { ensureWebBuilt } from '../../scripts/web-build/build-web.ts'
import { ALLOWED_SCRIPTS, ALLOWED_STYLES } from './allowed-features.ts'
import { type Feature, findBrowsersWithout, readOldest } from './browser-support.ts'
import { findCssFeatures } from './css-features.ts'
import { findJsFeatures } from './js-features.ts'

const web = JSON.parse(readFileSync(path.join(root, 'apps/web/package.json'), 'utf8'))
const oldest = readOldest(web.browserslist)
const isLacking = (key: string) => findBrowsersWithout(key, oldest).length > 0

/** Returns the features of the built files that a supported browser lacks, each once. */
function findLacking(ending: string, findFeatures: (text: string) => Feature[]): Feature[] {
  const files = globSync(`apps/web/dist/{client,manage}/**/*.${ending}`, { cwd: root })
  const found = files.flatMap((file) => findFeatures(readFileSync(path.join(root, file), 'utf8')))
  return [...new Map(found.filter(({ key }) => isLacking(key)).map((feature) => [feature.key, feature])).values()]
}

const covers = (key: string, used: string) => used === key || used.startsWith(`${key}.`) || used.startsWith(`${key}_`)

/** Returns a line for each feature that is not allowed: its name, its place, and the browsers that lack it. */
function findFaults(found: readonly Feature[], allowed: Readonly<Record<string, string>>): string[] {
  return found
    .filter(({ key }) => !Object.keys(allowed).some((one) => covers(one, key)))
    .map(({ key, text }) => `${key} in “${text.slice(0, 90)}”: ${findBrowsersWithout(key, oldest).join(', ')}`)
}

describe.each([
  ['style sheets', 'css', findCssFeatures, ALLOWED_STYLES],
  ['scripts', 'js', (text: string) => findJsFeatures(text, isLacking), ALLOWED_SCRIPTS],
] as const)('built %s', (_kind, ending, findFeatures, allowed) => {
  let found: Feature[]
  beforeAll(async () => {
    expect(await ensureWebBuilt()).toBe(true)
    found = findLacking(ending, findFeatures)
  })

  it('use no feature that a supported browser lacks, except those on the list', () => {
    expect(findFaults(found, allowed)).toEqual([])
  })

  it('use every feature on the list', () => {
    expect(Object.keys(allowed).filter((one) => !found.some(({ key }) => covers(one, key)))).toEqual([])
  })
})

describe('the check of features', () => {
  const style = (sheet: string) =>
    findFaults(
      findCssFeatures(sheet).filter(({ key }) => isLacking(key)),
      ALLOWED_STYLES,
    )
  const script = (code: string) => findFaults(findJsFeatures(code, isLacking), ALLOWED_SCRIPTS)

  it.each([
    ['.a { reading-flow: grid-rows }', 'css.properties.reading-flow'],
    ['.a { field-sizing: content }', 'css.properties.field-sizing'],
    ['.a { inline-size: 3rlh }', 'css.types.length.rlh'],
    ['.a { color: oklch(0.5 0.1 20) }', 'css.types.color.oklch'],
    ['.a:user-invalid { color: red }', 'css.selectors.user-invalid'],
    ['@starting-style { .a { color: red } }', 'css.at-rules.starting-style'],
    ['@container (width > 1px) { .a { color: red } }', 'css.at-rules.container'],
  ])('refuses %s', (sheet, key) => {
    expect(style(sheet)).toEqual(expect.arrayContaining([expect.stringContaining(`${key} in`)]))
  })

  it.each([
    ['Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
    ['list.toSorted()', 'javascript.builtins.Array.toSorted'],
    ['globalThis.scheduler.yield()', 'api.scheduler'],
    ['new CloseWatcher()', 'api.CloseWatcher'],
    ['dialog.requestClose()', 'api.HTMLDialogElement.requestClose'],
    ['URL.canParse(text)', 'api.URL.canParse_static'],
    ['box.addEventListener("scrollend", act)', 'api.Document.scrollend_event'],
    ['class A { static { act() } }', 'javascript.classes.static.initialization_blocks'],
    ['/(?<=a)b/.test(text)', 'javascript.regular_expressions.lookbehind_assertion'],
    ['/[a--b]/v.test(text)', 'javascript.builtins.RegExp.unicodeSets'],
  ])('refuses %s', (code, key) => {
    expect(script(code)).toEqual(expect.arrayContaining([expect.stringContaining(`${key} in`)]))
  })

  it('accepts features of all supported browsers, and members of other objects with such names', () => {
    expect(style('.a { -webkit-user-select: none; user-select: none; inset: 0; color: #123 }')).toEqual([])
    expect(script('a.at(-1); structuredClone(b); const { navigation: c } = d; d.open(); x = { scheduler: 1 }')).toEqual(
      [],
    )
  })

  it('refuses a browserslist entry that is no browser with a version', () => {
    expect(() => readOldest(['last 2 versions'])).toThrow('browserslist')
  })
})
