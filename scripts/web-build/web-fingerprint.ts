import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from '../repository.ts'

/** Inputs of the build. The lockfile covers every package and the bundler. */
const INPUTS = [
  'apps/web',
  'docs/operating.zh-CN.md',
  'packages/contract/package.json',
  'packages/contract/src',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.ts',
  'scripts/web-build/compress-assets.ts',
]
/** Tests and their support are not part of a build. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|testing)(?:\/|$)|\.test\.tsx?$/

/** Returns a hash of the contents of the build's inputs. */
export function computeWebFingerprint(): string {
  const hash = createHash('sha256')
  for (const file of INPUTS.flatMap(listFiles).sort()) {
    const content = readFileSync(path.join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** Returns the files at or below a path, as paths from the root with `/` on every system. */
function listFiles(input: string): string[] {
  if (LEFT_OUT.test(input)) return []
  const found = statSync(path.join(root, input), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [input]
  return readdirSync(path.join(root, input)).flatMap((name) => listFiles(`${input}/${name}`))
}
