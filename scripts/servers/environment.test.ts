import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../repository.ts'
import {
  addDefaults,
  findPlannedUpstream,
  isGiven,
  makeServiceEnvironment,
  makeUpstreamEnvironment,
} from './environment.ts'

describe('a variable', () => {
  it('is set by itself or by a file, but not by a blank text', () => {
    expect(isGiven({ UPSTREAM_URL: 'https://staging.example.cn' }, 'UPSTREAM_URL')).toBe(true)
    expect(isGiven({ UPSTREAM_URL_FILE: '/run/secrets/upstream' }, 'UPSTREAM_URL')).toBe(true)
    expect(isGiven({ UPSTREAM_URL: ' ' }, 'UPSTREAM_URL')).toBe(false)
  })

  it('keeps its value when defaults are added', () => {
    expect(addDefaults({ HOST_FILE: '/host' }, { HOST: '127.0.0.1' })).toEqual({ HOST_FILE: '/host' })
    expect(addDefaults({ HOST: '' }, { HOST: '127.0.0.1' })).toEqual({ HOST: '127.0.0.1' })
  })
})

describe('the environment of the servers', () => {
  it('has one absolute DATA_DIR for both, in the repository by default', () => {
    expect(makeServiceEnvironment({}, false).DATA_DIR).toBe(path.join(root, '.data'))
    expect(makeServiceEnvironment({ DATA_DIR: 'mine' }, false).DATA_DIR).toBe(path.join(root, 'mine'))
    expect(makeServiceEnvironment({ DATA_DIR: '/srv/portal' }, false).DATA_DIR).toBe(path.resolve('/srv/portal'))
  })

  it('sets the log level to warn unless the output is verbose', () => {
    expect(makeServiceEnvironment({}, false).LOG_LEVEL).toBe('warn')
    expect(makeServiceEnvironment({}, true).LOG_LEVEL).toBeUndefined()
    expect(makeServiceEnvironment({ LOG_LEVEL: 'debug' }, true).LOG_LEVEL).toBe('debug')
  })

  it('does not pass TRUST_PROXY to the upstream', () => {
    expect(makeUpstreamEnvironment({ TRUST_PROXY: '2', DATA_DIR: '/data' })).toEqual({ DATA_DIR: '/data' })
  })
})

describe('the address of the reference upstream', () => {
  it('is known before the start when its port is fixed', () => {
    expect(findPlannedUpstream({})).toBe('http://127.0.0.1:8081')
    expect(findPlannedUpstream({ UPSTREAM_PORT: '9000' })).toBe('http://127.0.0.1:9000')
  })

  it('is unknown before the start when only the upstream can determine it', () => {
    expect(findPlannedUpstream({ UPSTREAM_PORT: '0' })).toBeNull()
    expect(findPlannedUpstream({ UPSTREAM_PORT_FILE: '/port' })).toBeNull()
    expect(findPlannedUpstream({ UPSTREAM_HOST: '10.0.0.3' })).toBeNull()
    expect(findPlannedUpstream({ UPSTREAM_PORT: 'wrong' })).toBeNull()
  })
})
