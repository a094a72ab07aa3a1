import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Looks at the module anew, as a page in this browser would. */
async function loadIn(trustedTypes?: unknown) {
  if (trustedTypes) vi.stubGlobal('trustedTypes', trustedTypes)
  vi.resetModules()
  return import('./trusted-html.ts')
}

it('sets HTML as text in a browser that knows no Trusted Types', async () => {
  const { toShownHtml, parseDocument } = await loadIn()
  expect(toShownHtml('<p>翡翠</p>')).toBe('<p>翡翠</p>')
  expect(parseDocument('<p>翡翠</p>').body.textContent).toBe('翡翠')
})

it('makes each of its named policies once and passes all HTML through them', async () => {
  const made: string[] = []
  const createPolicy = (name: string, rules: { createHTML(html: string): string }) => {
    made.push(name)
    return { createHTML: (html: string) => ({ by: name, html: rules.createHTML(html) }) }
  }
  const { HTML_POLICIES, toShownHtml } = await loadIn({ createPolicy })
  expect(toShownHtml('<p>a</p>')).toEqual({ by: 'portal-shown', html: '<p>a</p>' })
  expect(toShownHtml('<p>b</p>')).toEqual({ by: 'portal-shown', html: '<p>b</p>' })
  expect(made).toEqual(HTML_POLICIES)
})

it('shows as text what could run, even if it were let through before', async () => {
  const { toShownHtml } = await loadIn()
  const html = '<p>a</p><script src="x"></script><IFRAME srcdoc="b"></IFRAME><base href="//evil.test/"><formula>'
  expect(toShownHtml(html)).toBe(
    '<p>a</p>&lt;script src="x">&lt;/script>&lt;IFRAME srcdoc="b">&lt;/IFRAME>&lt;base href="//evil.test/"><formula>',
  )
})

it('is the only way in which this project sets or parses HTML', () => {
  const root = path.join(import.meta.dirname, '../..')
  const sinks =
    /\.(?:inner|outer)HTML = (?!toShownHtml\()|__html: (?!shown\b)|insertAdjacentHTML|DOMParser|createContextualFragment|document\.write|srcdoc|new (?:Shared)?Worker\(|\beval\(|new Function\(/
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.|^testing\//.test(file))
  const found = files.filter((file) => sinks.test(readFileSync(path.join(root, file), 'utf8')))
  expect(found).toEqual([path.join('lib', 'html', 'trusted-html.ts')])
})
