import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from '../docker.ts'

const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|\.git|\.data|\.cache|\.env|coverage|screenshots)$|^tls$/

/** Copies the files of the checkout that Docker builds from. `to` may be in its folder `.cache`. */
export function copyCheckout(to: string): void {
  const isWanted = (source: string) => !LEFT_OUT.test(path.relative(root, source))
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(root).filter((one) => isWanted(path.join(root, one)))) {
    cpSync(path.join(root, name), path.join(to, name), { recursive: true, filter: isWanted })
  }
}
