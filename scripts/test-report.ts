// What Vitest's and Playwright's own reports say, in the one form that `npm test` sums up.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'

/** A test by its name, and what it said when it failed; `unsteady` when it passed on the second try, which CI alone grants. */
export interface Failed {
  name: string
  message: string
  unsteady?: true
}

/** What a runner's own report says. */
export interface Report {
  passed: number
  failed: Failed[]
  skipped: number
}

interface VitestReport {
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** @param root the folder that names are told from */
export function readVitest(file: string, root: string): Report {
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'))
  const failed = report.testResults.flatMap((result) => {
    const name = relative(root, result.name)
    const tests: Failed[] = result.assertionResults
      .filter((test) => test.failureMessages.length > 0)
      .map((test) => ({
        name: `${name} › ${test.fullName}`,
        message: stripVTControlCharacters(test.failureMessages.join('\n')),
        ...(test.status === 'passed' ? { unsteady: true } : {}),
      }))
    // A file that could not even be loaded has no test that failed.
    const loaded = result.status !== 'failed' || result.assertionResults.some((test) => test.status === 'failed')
    return loaded ? tests : [...tests, { name, message: result.message }]
  })
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests }
}

export function readPlaywright(file: string): Report {
  const report: JSONReport = JSON.parse(readFileSync(file, 'utf8'))
  const specs = (suite: JSONReportSuite): JSONReportSpec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)]
  const failed = report.suites
    .flatMap(specs)
    .filter((spec) => spec.tests.some((test) => test.status === 'unexpected' || test.status === 'flaky'))
    .map(
      (spec): Failed => ({
        ...(spec.ok ? { unsteady: true } : {}),
        name: `${spec.file}:${spec.line} › ${spec.title}`,
        message: spec.tests
          .flatMap((test) => test.results.flatMap((result) => result.errors))
          .map((error) => stripVTControlCharacters(error.message ?? ''))
          .join('\n'),
      }),
    )
  const broken = report.errors.map((error) => ({ name: 'Playwright', message: error.message ?? '' }))
  const { expected, flaky, skipped } = report.stats
  return { passed: expected + flaky, failed: [...failed, ...broken], skipped }
}
