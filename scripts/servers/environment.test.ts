import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../repository.ts'
import { isGiven, plannedUpstream, serviceEnvironment, upstreamEnvironment, withDefaults } from './environment.ts'

describe('a variable', () => {
  it('is set by itself or by a file, but not by a blank text', () => {
    expect(isGiven({ UPSTREAM_URL: 'https://staging.example.cn' }, 'UPSTREAM_URL')).toBe(true)
    expect(isGiven({ UPSTREAM_URL_FILE: '/run/secrets/upstream' }, 'UPSTREAM_URL')).toBe(true)
    expect(isGiven({ UPSTREAM_URL: ' ' }, 'UPSTREAM_URL')).toBe(false)
  })

  it('keeps its value when defaults are added', () => {
    expect(withDefaults({ HOST_FILE: '/host' }, { HOST: '127.0.0.1' })).toEqual({ HOST_FILE: '/host' })
    expect(withDefaults({ HOST: '' }, { HOST: '127.0.0.1' })).toEqual({ HOST: '127.0.0.1' })
  })
})

describe('the environment of the servers', () => {
  it('has one absolute DATA_DIR for both, in the repository by default', () => {
    expect(serviceEnvironment({}, false).DATA_DIR).toBe(path.join(root, '.data'))
    expect(serviceEnvironment({ DATA_DIR: 'mine' }, false).DATA_DIR).toBe(path.join(root, 'mine'))
    expect(serviceEnvironment({ DATA_DIR: '/srv/portal' }, false).DATA_DIR).toBe(path.resolve('/srv/portal'))
  })

  it('sets the log level to warn unless the output is verbose', () => {
    expect(serviceEnvironment({}, false).LOG_LEVEL).toBe('warn')
    expect(serviceEnvironment({}, true).LOG_LEVEL).toBeUndefined()
    expect(serviceEnvironment({ LOG_LEVEL: 'debug' }, true).LOG_LEVEL).toBe('debug')
  })

  it('does not pass TRUST_PROXY to the upstream', () => {
    expect(upstreamEnvironment({ TRUST_PROXY: '2', DATA_DIR: '/data' })).toEqual({ DATA_DIR: '/data' })
  })
})

describe('the address of the reference upstream', () => {
  it('is known before the start when its port is fixed', () => {
    expect(plannedUpstream({})).toBe('http://127.0.0.1:8081')
    expect(plannedUpstream({ UPSTREAM_PORT: '9000' })).toBe('http://127.0.0.1:9000')
  })

  it('is unknown before the start when only the upstream can determine it', () => {
    expect(plannedUpstream({ UPSTREAM_PORT: '0' })).toBeNull()
    expect(plannedUpstream({ UPSTREAM_PORT_FILE: '/port' })).toBeNull()
    expect(plannedUpstream({ UPSTREAM_HOST: '10.0.0.3' })).toBeNull()
    expect(plannedUpstream({ UPSTREAM_PORT: 'wrong' })).toBeNull()
  })
})
