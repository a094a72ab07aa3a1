import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SHARED_FILES } from '../apps/web/shared-files.ts'

const FOLDERS = ['apps/web/src', 'packages/contract/src', 'node_modules/@lucide/icons/dist/esm']
const modules = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs,css}`)).filter(
  (file) => !file.includes('.test.'),
)

it('lists only modules that exist, and each of them once', () => {
  const names = Object.values(SHARED_FILES).flat()
  expect(names.filter((name) => !modules.some((file) => file.includes(`/${name}.`)))).toEqual([])
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
