import { expect } from 'vitest'
import type { ComposeProject } from './compose-project.ts'

interface Inspected {
  HostConfig: {
    Memory: number
    PidsLimit: number
    CpuQuota: number
    LogConfig: { Type: string; Config: Record<string, string> }
    RestartPolicy: { Name: string }
  }
}

/**
 * Commands that print the restrictions of a process, a line each: its user, whether it may write to the root's file
 * system, capabilities, privileges, limits.
 */
const LOOK = [
  'id -u',
  // This lists folders of the image that this user may write to, such as its home; mounts are excluded.
  '[ -z "$(find / -xdev -type d -writable ! -exec mountpoint -q {} \\; -print 2>/dev/null)" ] && echo read-only || echo writable',
  "sed -n 's/^Cap\\(Prm\\|Eff\\|Bnd\\):\\t/\\1 /p; s/^NoNewPrivs:\\t/NoNewPrivs /p' /proc/self/status",
  'cd /sys/fs/cgroup',
  // The path is that of cgroups version 2, or of version 1.
  '(cat memory.max || cat memory/memory.limit_in_bytes) 2>/dev/null',
  '(cat pids.max || cat pids/pids.max) 2>/dev/null',
  "(cut -d ' ' -f 1 cpu.max || cat cpu/cpu.cfs_quota_us) 2>/dev/null",
].join('; ')
const NO_CAPABILITIES = '0000000000000000'

/**
 * Expects of a running service: no root user, no writable root, no capabilities, no new privileges, and limits of
 * memory, processes and processor time, all seen from within its container; and in its configuration a log that is
 * rotated.
 */
export async function expectHardened(project: ComposeProject, service: string): Promise<void> {
  const { HostConfig } = await project.inspect<Inspected>(service)
  const lines = (await project.exec(service, ['sh', '-c', LOOK])).trim().split('\n')
  const [user, ...others] = lines
  expect(Number(user)).toBeGreaterThan(0)
  expect(others).toEqual([
    'read-only',
    ...['Prm', 'Eff', 'Bnd'].map((set) => `${set} ${NO_CAPABILITIES}`),
    'NoNewPrivs 1',
    String(HostConfig.Memory),
    String(HostConfig.PidsLimit),
    String(HostConfig.CpuQuota),
  ])
  const GIB = 2 ** 30
  expect(HostConfig.Memory).toBeGreaterThanOrEqual(GIB / 2)
  expect(HostConfig.Memory).toBeLessThanOrEqual(GIB)
  expect(HostConfig.LogConfig).toEqual({ Type: 'json-file', Config: { 'max-size': '10m', 'max-file': '5' } })
  expect(HostConfig.RestartPolicy.Name).toBe('unless-stopped')
}
