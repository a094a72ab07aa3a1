import { readConfig } from '@portal/bff/src/config/config.ts'
import { type Check, type Environment, warn } from '#finding.ts'

/** Minimum length: shorter names may well belong to other programs. */
const LEAST_LENGTH = 8

/** Reports unused variable names that are almost the site's. */
export const variableNamesCheck: Check = {
  name: 'names',
  run: ({ env }) => {
    const known = listKnownNames(env)
    return Object.keys(env).flatMap((name) => {
      if (known.has(name) || name.length < LEAST_LENGTH || !/^[A-Z_]+$/.test(name)) return []
      const meant = [...known].find((one) => isAlmost(name, one))
      return meant ? [warn(`${name} is set, and nothing reads it`, `Call it ${meant}, if that is what is meant`)] : []
    })
  },
}

/** Returns the names that `readConfig` reads. */
function listKnownNames(env: Environment): ReadonlySet<string> {
  const names = new Set<string>()
  const watched = new Proxy(env, {
    get(target, name: string) {
      names.add(name)
      return target[name]
    },
  })
  readConfig(watched, { webDist: null })
  return names
}

/** Whether the names differ by one letter too many, too few, another, or two that changed places. */
function isAlmost(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false
  let start = 0
  while (start < typed.length && typed[start] === meant[start]) start += 1
  const [rest, wanted] = [typed.slice(start), meant.slice(start)]
  if (rest.slice(1) === wanted || rest === wanted.slice(1) || rest.slice(1) === wanted.slice(1)) return true
  return rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2)
}
