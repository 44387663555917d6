import { describe, expect, it } from 'vitest';
import { aContext } from './bytes.fixture.ts';
import { knownVulnerabilities } from './known-vulnerabilities.ts';
import { createReport } from './report.ts';

describe('reports', () => {
  it('a report is clean only without findings and without omissions', () => {
    expect(createReport(aContext()).finish('x')).toMatchObject({
      complete: true,
      formatValid: true,
      malwareFree: true,
    });
    const report = createReport(aContext());
    report.leaveIncomplete();
    expect(report.finish('x')).toMatchObject({ complete: false, formatValid: true, malwareFree: undefined });
  });

  it('a flood of mild findings hides no unsafe one', () => {
    const report = createReport(aContext({}, { maxFindings: 5 }));
    for (let offset = 0; offset < 100; offset += 1) report.add('onnx_custom_domain', { offset });
    report.add('template_code');
    const found = report.finish('x');
    expect(found.malwareFree).toBe(false);
    expect(found.findings).toHaveLength(6);
    expect(found.findings.at(-1)).toMatchObject({ id: 'format_findings_cut', severity: 'info' });
    expect(found.findings.at(-1)?.note).toContain('96 more');
  });

  it('the same finding at the same place is listed once', () => {
    const report = createReport(aContext());
    for (let round = 0; round < 3; round += 1) report.add('keras_lambda', { offset: 7, module: 'Lambda' });
    expect(report.finish('x').findings).toHaveLength(1);
  });

  it('names from the file are made printable and short', () => {
    const report = createReport(aContext());
    report.add('onnx_custom_domain', { module: `\u001b[31m${'x'.repeat(500)}` });
    expect(report.finish('x').findings[0]?.module).toMatch(/^[\x20-\x7e]{1,170}$/);
  });

  it("an inner part's result counts for the whole", () => {
    const inner = createReport(aContext({ path: 'a!b' }));
    inner.add('keras_lambda');
    inner.leaveIncomplete();
    const outer = createReport(aContext());
    outer.include(inner.finish('x', ['os.system']));
    expect(outer.finish('y')).toMatchObject({ complete: false, malwareFree: false, unsafeGlobals: ['os.system'] });
  });
});

describe('known vulnerabilities', () => {
  it.each(Object.entries(knownVulnerabilities))(
    '%s has an id, a sentence and a place among the weaknesses',
    (id, rule) => {
      expect(id).toMatch(/^[a-z0-9]+(?:_[a-z0-9]+)+$/);
      expect(rule.sentence).toMatch(/^[A-Z].*\.$/);
      if ('cwe' in rule) expect(rule.cwe).toMatch(/^CWE-[0-9]{1,4}$/);
    },
  );
});
