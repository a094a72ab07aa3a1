/** Object storage with the S3 API. */
export interface S3Config {
  bucket: string
  /** Origin of the service. */
  endpoint: string
  region: string
  accessKey: string
  secretKey: string
  /** Whether the bucket is the first part of the path; otherwise it is part of the host name. */
  isPathStyle: boolean
}

/** Variables without which no bucket can be used. Keys in `DATA_DIR` would differ on each machine. */
const NEEDED = ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'LOG_KEY', 'INSTANCE_KEY'] as const

interface Reading {
  readText: (name: string) => string | undefined
  readOrigin: (name: string) => string | null
  readChoice: (name: string, fallback: 'true' | 'false', accepted: readonly ('true' | 'false')[]) => 'true' | 'false'
  faults: string[]
}

/** Reads the variables of object storage. @returns `null` without `S3_BUCKET`: files are in a folder */
export function readS3Config({ readText, readOrigin, readChoice, faults }: Reading): S3Config | null {
  const bucket = readText('S3_BUCKET')
  if (bucket === undefined) return null
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    faults.push(`S3_BUCKET=${bucket} is not accepted: 3 to 63 small letters, digits, dots and hyphens`)
  }
  const isNamed = (name: string) => faults.some((fault) => fault.startsWith(`${name}_FILE=`))
  const missing = NEEDED.filter((name) => readText(name) === undefined && !isNamed(name))
  if (missing.length > 0) faults.push(`S3_BUCKET needs ${missing.join(', ')}, which every machine must have alike`)
  return {
    bucket,
    endpoint: readOrigin('S3_ENDPOINT') ?? '',
    region: readText('S3_REGION') ?? 'us-east-1',
    accessKey: readText('S3_ACCESS_KEY') ?? '',
    secretKey: readText('S3_SECRET_KEY') ?? '',
    isPathStyle: readChoice('S3_PATH_STYLE', 'true', ['true', 'false']) === 'true',
  }
}
