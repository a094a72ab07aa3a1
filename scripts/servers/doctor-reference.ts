import { type Check, fault, ok, warn } from '../../apps/doctor/src/finding.ts'
import { ConfigError, readConfig } from '../../apps/upstream/src/platform/config/config.ts'
import { addDefaults, findPlannedUpstream, isGiven, makeUpstreamEnvironment } from './environment.ts'

type Environment = NodeJS.ProcessEnv

/** Returns the environment of the site under `npm start`. */
export function makeSiteEnvironment(env: Environment): Environment {
  if (isGiven(env, 'UPSTREAM_URL')) return addDefaults(env, { HOST: '127.0.0.1' })
  const upstream = findPlannedUpstream(env) ?? getOwnAddress(env)
  return { ...addDefaults(env, { HOST: '127.0.0.1' }), UPSTREAM_URL: upstream, EMBEDDED_UPSTREAM: '1' }
}

function getOwnAddress(env: Environment): string {
  try {
    const { host, port } = readConfig(makeUpstreamEnvironment(env))
    return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
  } catch {
    // `createReferenceCheck` reports the fault.
    return 'http://127.0.0.1:8081'
  }
}

/** Checks the settings of the reference upstream, if `npm start` would run it. */
export function createReferenceCheck(env: Environment): Check {
  return {
    name: 'reference',
    run({ config }) {
      if (!config.isUpstreamEmbedded) return []
      try {
        const { hasDemoContent, smtpUrl } = readConfig(makeUpstreamEnvironment(env))
        if (config.publicOrigin === null) return [ok('the reference upstream’s settings are understood')]
        return [
          ...(hasDemoContent
            ? [
                warn(
                  'DEMO_CONTENT is on: an empty database is filled with invented certificates',
                  'Set DEMO_CONTENT=off',
                ),
              ]
            : []),
          ...(smtpUrl === null
            ? [warn('SMTP_URL is not set: codes for registering reach nobody', 'Set SMTP_URL and MAIL_FROM')]
            : []),
        ]
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        const remedy =
          'Correct it; the comments in apps/upstream/src/platform/config/config.ts say what each variable means'
        return error.message.split('; ').map((line) => fault(line, remedy))
      }
    },
  }
}
