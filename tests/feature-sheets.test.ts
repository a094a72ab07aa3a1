import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findFeatureSheets } from '../apps/web/feature-sheets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'feature-sheets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Writes source files, each of which imports others. */
function writeSources(sources: Readonly<Record<string, readonly string[]>>): void {
  for (const [file, imported] of Object.entries(sources)) {
    const target = path.join(folder, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, imported.map((name) => `import x from '${name}'\n`).join(''))
  }
}

const findSheets = (file: string) => findFeatureSheets(folder).get(path.join(folder, file))

describe('the sheets that contain a CSS module', () => {
  it('are that of the feature that has it', () => {
    writeSources({ 'features/gems/gem.module.css': [], 'features/gems/gem.tsx': ['./gem.module.css'] })
    expect(findSheets('features/gems/gem.module.css')).toEqual(['gems'])
  })

  it('are those of up to three features that show it, also through other components', () => {
    const box = 'ui/box.module.css'
    writeSources({
      [box]: [],
      'ui/box.tsx': ['./box.module.css'],
      'domain/stones/stone.tsx': ['#ui/box.tsx'],
      'features/home/home.tsx': ['#domain/stones/stone.tsx'],
      'features/gems/gem.tsx': ['#ui/box.tsx'],
      'features/comments/comment.tsx': ['#ui/box.tsx'],
      'features/chat/chat.test.tsx': ['#ui/box.tsx'],
      'manage/desk.tsx': ['#ui/box.tsx'],
    })
    expect(findSheets(box)).toEqual(['articles', 'gems', 'home'])
    writeSources({ 'features/orders/order.tsx': ['#ui/box.tsx'] })
    expect(findSheets(box)).toBeUndefined()
  })

  it('are none if the shell shows it too, even through a deferred part', () => {
    writeSources({ 'ui/box.module.css': [], 'features/gems/gem.tsx': ['#ui/box.module.css'] })
    expect(findSheets('ui/box.module.css')).toEqual(['gems'])
    writeSources({ 'lib/part.ts': ['#ui/box.module.css'] })
    mkdirSync(path.join(folder, 'app'))
    writeFileSync(path.join(folder, 'app/shell.tsx'), "const load = () => import('#lib/part.ts')\n")
    expect(findSheets('ui/box.module.css')).toBeUndefined()
  })
})
