/** The files of the log contradict each other, its signature or an earlier state: exit code 1. */
export class Misfit extends Error {
  override name = 'Misfit'
  /** Texts that prove it, e.g. two signed checkpoints of one size. */
  readonly evidence: readonly string[]

  constructor(message: string, evidence: readonly string[] = []) {
    super(message)
    this.evidence = evidence
  }
}

/** The log could not be read, so that nothing is known about it: exit code 3. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

/** Arguments or the state file cannot be used: exit code 2. */
export class Misuse extends Error {
  override name = 'Misuse'
}
