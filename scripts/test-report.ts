// Reads Vitest's and Playwright's JSON reports into the form that `npm test` sums up.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'

/** A failed test and its message, or an `unsteady` one: it passed on the second try, which only CI grants. */
export interface Failed {
  name: string
  message: string
  unsteady?: true
}

/** The results of one runner. */
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

/** @param root the folder that file names are relative to */
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
    // A file that could not be loaded has no failed test.
    const loaded = result.status !== 'failed' || result.assertionResults.some((test) => test.status === 'failed')
    return loaded ? tests : [...tests, { name, message: result.message }]
  })
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests }
}

/** Playwright's, by project. Errors outside tests (a spec that could not be loaded) go to the first project. */
export function readPlaywright<Name extends string>(file: string, projects: readonly Name[]): Record<Name, Report> {
  const { suites, errors }: JSONReport = JSON.parse(readFileSync(file, 'utf8'))
  const specsOf = (suite: JSONReportSuite): JSONReportSpec[] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
  const tests = suites.flatMap(specsOf).flatMap((spec) => spec.tests.map((test) => ({ spec, test })))
  const broken = errors.map((error) => ({ name: 'Playwright', message: error.message ?? '' }))
  const reportOf = (project: Name): Report => {
    const mine = tests.filter(({ test }) => test.projectName === project)
    const failed = mine
      .filter(({ test }) => test.status === 'unexpected' || test.status === 'flaky')
      .map(
        ({ spec, test }): Failed => ({
          name: `${spec.file}:${spec.line} › ${spec.title}`,
          message: test.results
            .flatMap((result) => result.errors)
            .map((error) => stripVTControlCharacters(error.message ?? ''))
            .join('\n'),
          ...(test.status === 'flaky' ? { unsteady: true } : {}),
        }),
      )
    return {
      passed: mine.filter(({ test }) => test.status === 'expected' || test.status === 'flaky').length,
      failed: project === projects[0] ? [...failed, ...broken] : failed,
      skipped: mine.filter(({ test }) => test.status === 'skipped').length,
    }
  }
  return Object.fromEntries(projects.map((project) => [project, reportOf(project)])) as Record<Name, Report>
}
