"""Problem files with one mistake each, and the sentence that says so.

Each entry is the file's text and the sentence without the file's name in front.
"""

BASE = """equations = ["u_t = u_xx"]
[domain]
x = [-1.0, 1.0]
t = [0.0, 1.0]
[[conditions]]
where = "t = 0"
equation = "u = sin(x)"
"""


def eq(text: str) -> str:
    return BASE.replace("u_t = u_xx", text)


def cond(where: str = "t = 0", equation: str = "u = sin(x)") -> str:
    changed = BASE.replace('where = "t = 0"', f'where = "{where}"')
    return changed.replace("u = sin(x)", equation)


def dom(line: str) -> str:
    return BASE.replace("x = [-1.0, 1.0]", line)


def par(line: str) -> str:
    return f"{BASE}[parameters]\n{line}\n"


def top(line: str) -> str:
    return f"{line}\n{BASE}"


MALFORMED = {
    "empty": (
        "",
        "missing key 'equations'; expected a list such as equations = [\"u_t = u_xx\"]",
    ),
    "no-equations": (
        BASE.replace('equations = ["u_t = u_xx"]\n', ""),
        "missing key 'equations'; expected a list such as equations = [\"u_t = u_xx\"]",
    ),
    "no-domain": (
        'equations = ["u_x = 0"]\n',
        "missing key 'domain'; expected a table [domain] with each variable's interval, such as x = [0, 1]",
    ),
    "unknown-key": (
        top('equation = "u_t = 0"'),
        "unknown key 'equation'; expected name, unknowns, equations, domain, parameters, conditions, time, free and open; did you mean 'equations'?",
    ),
    "unknown-key-far": (
        top("zebra = 1"),
        "unknown key 'zebra'; expected name, unknowns, equations, domain, parameters, conditions, time, free and open",
    ),
    "unknown-condition-key": (
        BASE + 'were = "t = 1"\n',
        "conditions[0]: unknown key 'were'; expected where and equation; did you mean 'where'?",
    ),
    "name-number": (
        top("name = 3"),
        "name: expected text in quotes, found the number 3",
    ),
    "name-decimal": (
        top("name = 1.5"),
        "name: expected text in quotes, found the number 1.5",
    ),
    "equations-text": (
        BASE.replace('["u_t = u_xx"]', '"u_t = u_xx"'),
        "equations: expected a list of equations, such as [\"u_t = u_xx\"], found the text 'u_t = u_xx'",
    ),
    "equations-empty": (
        BASE.replace('["u_t = u_xx"]', "[]"),
        'equations: expected at least one, such as ["u_t = u_xx"]',
    ),
    "equation-number": (
        BASE.replace('["u_t = u_xx"]', "[1]"),
        'equations[0]: expected text in quotes, such as "u_t = u_xx", found the number 1',
    ),
    "equations-table": (
        BASE.replace('equations = ["u_t = u_xx"]\n', "") + "[equations]\na = 1\n",
        'equations: expected a list of equations, such as ["u_t = u_xx"], found a table',
    ),
    "no-equals": (
        eq("u_t - u_xx"),
        "equations[0]: an equation needs exactly one '=', found none",
    ),
    "two-equals": (
        eq("u_t = u_xx = 0"),
        "equations[0]: an equation needs exactly one '=', found 2",
    ),
    "double-equals": (
        eq("u_t == u_xx"),
        "equations[0]: column 5: '==' is not used; write '='",
    ),
    "left-empty": (
        eq("= u_xx"),
        "equations[0]: the left side of the equation is empty",
    ),
    "right-empty": (
        eq("u_t ="),
        "equations[0]: the right side of the equation is empty",
    ),
    "blank-equation": (
        eq(" "),
        "equations[0]: an equation needs exactly one '=', found none",
    ),
    "unknown-symbol": (
        eq("u_t = kapa*u_xx"),
        "equations[0]: column 7: unknown symbol 'kapa'; this problem has u, x and t; a parameter is declared with its range, as with --parameters 'kapa=1..2'",
    ),
    "unknown-symbol-far": (
        eq("u_t = zeta*u_xx"),
        "equations[0]: column 7: unknown symbol 'zeta'; this problem has u, x and t; a parameter is declared with its range, as with --parameters 'zeta=1..2'",
    ),
    "derivative-by-unknown-variable": (
        eq("u_t = u_zz"),
        "equations[0]: column 7: the derivative 'u_zz' has no meaning; this problem has the variables x and t; write u_x, u_xx or diff(u, x, 2)",
    ),
    "derivative-of-unknown-unknown": (
        eq("v_t = u_xx"),
        "equations[0]: column 1: unknown symbol 'v_t'; this problem has u, x and t; if 'v' is an unknown, declare it, as with --unknowns v",
    ),
    "diff-by-parameter": (
        eq("diff(u, k) = u_xx"),
        "equations[0]: column 9: 'diff' differentiates by a variable of the problem: x and t",
    ),
    "diff-alone": (
        eq("diff(u) = 0"),
        "equations[0]: column 1: 'diff' needs what and by which variable: diff(u, x, 2)",
    ),
    "diff-order": (
        eq("diff(u, x, 0) = 0"),
        "equations[0]: column 12: the order in 'diff' must be a whole number from 1 to 100",
    ),
    "diff-order-fraction": (
        eq("diff(u, x, 1.5) = 0"),
        "equations[0]: column 12: the order in 'diff' must be a whole number from 1 to 100",
    ),
    "order-too-high": (
        eq("u_" + "x" * 101 + " = 0"),
        "equations[0]: column 1: a derivative may have order 100 at most, found 101",
    ),
    "unknown-function": (
        eq("u_t = sen(u_xx)"),
        "equations[0]: column 7: unknown function 'sen'; there are abs, acos, asin, atan, cos, cosh, diff, erf, exp, heaviside, log, max, min, piecewise, relu, sign, sin, sinh, sqrt, tan and tanh; did you mean 'sin'?",
    ),
    "wrong-function-name": (
        eq("u_t = ln(u)"),
        "equations[0]: column 7: unknown function 'ln'; write log(x)",
    ),
    "arity": (
        eq("u_t = sin(u, x)"),
        "equations[0]: column 7: 'sin' takes 1 argument, found 2",
    ),
    "arity-max": (
        eq("u_t = max(u)"),
        "equations[0]: column 7: 'max' takes 2 arguments, found 1",
    ),
    "function-without-brackets": (
        eq("u_t = sin x"),
        "equations[0]: column 11: 'sin' is a function; write sin(…)",
    ),
    "implicit-product": (
        eq("u_t = 2u_xx"),
        "equations[0]: column 8: an operator is missing between '2' and 'u_xx'; write '*' to multiply",
    ),
    "implicit-product-brackets": (
        eq("u_t = 2(u_xx)"),
        "equations[0]: column 8: an operator is missing between '2' and '('; write '*' to multiply",
    ),
    "bracket-open": (
        eq("u_t = (u_xx"),
        "equations[0]: brackets do not match: 1 opening, 0 closing",
    ),
    "bracket-close": (
        eq("u_t = u_xx)"),
        "equations[0]: brackets do not match: 0 opening, 1 closing",
    ),
    "trailing-operator": (
        eq("u_t = u_xx +"),
        "equations[0]: column 13: the formula ends after '+'",
    ),
    "bad-character": (
        eq("u_t = u_xx % 2"),
        "equations[0]: column 12: '%' is not used in formulas",
    ),
    "non-ascii": (
        eq("u_t = \u03baappa*u_xx"),
        "equations[0]: column 8: an operator is missing between 'kappa' and 'appa'; write '*' to multiply",
    ),
    "minus-look-alike": (
        eq("u_t = \u221au_xx"),
        "equations[0]: column 7: '√' is not used in formulas; write sqrt( )",
    ),
    "full-width": (
        eq("u_t = \uff53in(x)"),
        "equations[0]: column 7: '\\uff53' is not an ASCII character; write plain letters (kappa, not a Greek letter)",
    ),
    "prime": (
        eq("u' = 0"),
        "equations[0]: column 2: ''' is not used in formulas; write u_x or diff(u, x)",
    ),
    "exponent-varies": (
        eq("u_t = x^u"),
        "equations[0]: column 9: an exponent must be a number such as 2, -1 or 3/2; write exp(b*log(a)) for a power a^b that varies",
    ),
    "huge-power": (
        eq("u_t = 9**9**9"),
        "equations[0]: column 10: an exponent must be a number such as 2, -1 or 3/2; write exp(b*log(a)) for a power a^b that varies",
    ),
    "huge-exponent": (
        eq("u_t = x^5000"),
        "equations[0]: column 9: an exponent must lie within 1000, with a denominator up to 1000",
    ),
    "huge-number": (
        eq("u_t = 1e999999"),
        "equations[0]: column 7: a number may have 1240 digits and a decimal exponent within 400, found '1e999999…'",
    ),
    "division-by-zero": (
        eq("u_t = u_xx/0"),
        "equations[0]: column 7: division by zero",
    ),
    "floor-division": (
        eq("u_t = u_xx//2"),
        "equations[0]: column 11: '//' is not an operator; divide with '/'",
    ),
    "keyword": (
        eq("u_t = x if t else u"),
        "equations[0]: column 9: 'if' has no meaning in a formula; write piecewise(a, x < b, c)",
    ),
    "dunder": (
        eq("u_t = __import__(x)"),
        "equations[0]: column 7: '__import__' has no meaning in a formula",
    ),
    "value-at-a-point": (
        cond(where="x = -1", equation="u = u(1, t)"),
        "conditions[0].equation: column 5: the unknown 'u' is written without arguments here; a condition may have one for each variable, as u(x, 0) = 1; values at several points in one equation (periodic and two-point conditions) cannot be stated yet",
    ),
    "nested-too-deep": (
        eq("u_t = " + "(" * 95 + "x" + ")" * 95),
        "equations[0]: column 97: brackets may be nested 90 deep; simplify the formula",
    ),
    "interval-number": (
        dom("x = 1.0"),
        "domain.x: expected an interval [low, high], found the number 1.0",
    ),
    "interval-three": (
        dom("x = [0, 1, 2]"),
        "domain.x: expected an interval [low, high], found 3 numbers",
    ),
    "interval-text": (
        dom('x = "[0, 1]"'),
        "domain.x: expected an interval [low, high], found the text '[0, 1]'",
    ),
    "interval-empty": (
        dom("x = [1.0, 1.0]"),
        "domain.x: the interval [1, 1] is empty; expected low < high",
    ),
    "interval-reversed": (
        dom("x = [1.0, -1.0]"),
        "domain.x: the interval [1, -1] is reversed; expected low < high",
    ),
    "interval-infinite": (
        dom("x = [0.0, inf]"),
        "domain.x: expected a finite number, found inf; where nothing is stated, space goes on without end",
    ),
    "interval-nan": (
        dom("x = [nan, 1.0]"),
        "domain.x: expected a finite number, found nan",
    ),
    "interval-formula-infinite": (
        dom('x = ["1/0", 1]'),
        "domain.x: column 1: division by zero",
    ),
    "interval-log": (
        dom('x = ["log(0)", 1]'),
        "domain.x: 'log(0)' has no finite value",
    ),
    "interval-variable": (
        dom('x = [0, "t"]'),
        "domain.x: column 1: unknown symbol 't'; only numbers and pi may stand here",
    ),
    "interval-boolean": (
        dom("x = [false, true]"),
        "domain.x: expected a number, found false",
    ),
    "interval-date": (
        dom("x = [1979-05-27, 1]"),
        'domain.x: expected a number or a formula such as "2*pi", found 1979-05-27',
    ),
    "domain-empty": (
        'equations = ["u_x = 0"]\n[domain]\n',
        "domain: expected at least one variable, such as x = [0, 1]",
    ),
    "domain-list": (
        'equations = ["u_x = 0"]\ndomain = [0, 1]\n',
        "domain: expected a table [domain], found a list of 2",
    ),
    "clash-function": (
        dom("sin = [0, 1]"),
        "domain.sin: the name 'sin' clashes with the function sin; choose another",
    ),
    "clash-pi": (
        par("pi = 3.0"),
        "parameters.pi: the name 'pi' clashes with the constant pi; choose another",
    ),
    "clash-diff": (
        par("diff = 3.0"),
        "parameters.diff: the name 'diff' clashes with the function diff; choose another",
    ),
    "clash-unknown": (
        par("u = [1, 2]"),
        "parameters.u: the name 'u' is already an unknown; choose another",
    ),
    "clash-variable": (
        par("x = [1, 2]"),
        "parameters.x: the name 'x' is already a variable; choose another",
    ),
    "clash-derivative": (
        par("u_0 = [1, 2]"),
        "parameters: the name 'u_0' would read as a derivative of the unknown 'u'; choose another",
    ),
    "reserved-word": (
        par("class = [1, 2]"),
        "parameters.class: the name 'class' is a reserved word; choose another",
    ),
    "bad-name": (
        par('"2k" = [1, 2]'),
        "parameters.2k: '2k' is not a name; expected a letter, then letters, digits and underscores",
    ),
    "parameter-text": (
        par('k = "abc"'),
        "parameters.k: column 1: unknown symbol 'abc'; only numbers and pi may stand here",
    ),
    "parameter-reversed": (
        par("k = [2, 1]"),
        "parameters.k: the interval [2, 1] is reversed; expected low < high",
    ),
    "parameter-table": (
        par("k = {low = 1}"),
        'parameters.k: expected a number or a formula such as "2*pi", found a table',
    ),
    "unknowns-text": (
        top('unknowns = "u"'),
        "unknowns: expected a list of names, such as [\"u\"], found the text 'u'",
    ),
    "unknowns-empty": (
        top("unknowns = []"),
        'unknowns: expected at least one name, such as ["u"]',
    ),
    "unknowns-twice": (
        top('unknowns = ["u", "u"]'),
        "unknowns: 'u' is listed twice",
    ),
    "unknowns-number": (
        top("unknowns = [1]"),
        'unknowns[0]: expected text in quotes, such as "u", found the number 1',
    ),
    "unknown-is-function": (
        top('unknowns = ["exp"]'),
        "unknowns: the name 'exp' clashes with the function exp; choose another",
    ),
    "unknown-is-variable": (
        top('unknowns = ["x"]'),
        "domain.x: the name 'x' is already an unknown; choose another",
    ),
    "conditions-text": (
        BASE.split("[[")[0].replace("[domain]", 'conditions = "u = 0"\n[domain]'),
        "conditions: expected a list of tables [[conditions]], found the text 'u = 0'",
    ),
    "condition-missing-where": (
        BASE.replace('where = "t = 0"\n', ""),
        "conditions[0]: missing key 'where'",
    ),
    "condition-missing-equation": (
        BASE.replace('equation = "u = sin(x)"\n', ""),
        "conditions[0]: missing key 'equation'",
    ),
    "condition-number": (
        cond().replace('"u = sin(x)"', "5"),
        'conditions[0].equation: expected text in quotes, such as "u = sin(x)", found the number 5',
    ),
    "where-empty": (
        cond(where=""),
        "conditions[0].where: expected 'variable = number', such as 't = 0', found ''",
    ),
    "where-no-number": (
        cond(where="t"),
        "conditions[0].where: expected 'variable = number', such as 't = 0', found 't'",
    ),
    "where-inequality": (
        cond(where="t > 0"),
        "conditions[0].where: expected 'variable = number', such as 't = 0', found 't > 0'",
    ),
    "where-unknown-variable": (
        cond(where="z = 0"),
        "conditions[0].where: unknown variable 'z'; this problem has x and t",
    ),
    "where-outside": (
        cond(where="t = 2"),
        "conditions[0].where: t = 2 lies outside the interval [0, 1]",
    ),
    "where-outside-formula": (
        cond(where="x = pi/2"),
        "conditions[0].where: x = pi/2 lies outside the interval [-1, 1]",
    ),
    "where-twice": (
        cond(where="x = -1, x = 1"),
        "conditions[0].where: 'x' is fixed twice; periodic and two-point conditions cannot be stated yet",
    ),
    "where-parameter": (
        cond(where="t = k") + "[parameters]\nk = [0.1, 0.2]\n",
        "conditions[0].where: the parameter 'k' has a range; expected a number in 't = k'",
    ),
    "where-number-text": (
        cond(where="t = zero"),
        "conditions[0].where: column 5: unknown symbol 'zero'; only numbers and pi may stand here",
    ),
    "condition-two-equals": (
        cond(equation="u = 0 = 1"),
        "conditions[0].equation: an equation needs exactly one '=', found 2",
    ),
    "duplicate": (
        BASE + '[[conditions]]\nwhere = "t = 0.0"\nequation = "u = sin(x)"\n',
        "conditions[1]: the same condition stands at conditions[0] already",
    ),
    "duplicate-reordered": (
        cond(equation="u = x + 1") + '[[conditions]]\nwhere = "t = 0"\nequation = "u = 1 + x"\n',
        "conditions[1]: the same condition stands at conditions[0] already",
    ),
    "time-unknown": (
        top('time = "s"'),
        "time: unknown variable 's'; this problem has x and t",
    ),
    "time-number": (
        top("time = 1"),
        'time: expected text in quotes, such as "t", found the number 1',
    ),
    "time-below-header": (
        dom('x = [-1.0, 1.0]\ntime = "t"'),
        "domain.time: expected an interval [low, high], found the text 't'; the key 'time' of a statement stands above [domain]",
    ),
    "free-below-header": (
        par('free = ["x"]'),
        "parameters.free: expected an interval [low, high], found 1 numbers; the key 'free' of a statement stands above [parameters]",
    ),
    "free-text": (
        top('free = "x"'),
        'free: expected a list of ends, such as ["x", "r = 0"], found the text \'x\'',
    ),
    "free-number": (
        top("free = [1]"),
        'free[0]: expected text in quotes, such as "x = 0", found the number 1',
    ),
    "free-unknown": (
        top('free = ["x", "r = 0"]'),
        "free[1]: unknown variable 'r'; this problem has x and t",
    ),
    "open-no-end": (
        top('open = ["x = 1/2"]'),
        "open[0]: x = 1/2 is no end of [-1, 1]; expected x = -1 or x = 1",
    ),
    "open-two-ends": (
        top('open = ["x = -1, x = 1"]'),
        "open[0]: expected one end, such as 'x = 0', found 'x = -1, x = 1'; list each by itself",
    ),
    "open-not-a-number": (
        top('open = ["x = t"]'),
        "open[0]: column 5: unknown symbol 't'; only numbers and pi may stand here",
    ),
    "free-twice": (
        top('free = ["x", "x = 1"]'),
        "free[1]: x = 1 is declared free at free[0] already",
    ),
    "free-and-open": (
        top('free = ["x = 1"]\nopen = ["x"]'),
        "open[0]: x = 1 cannot be both free (at free[0]) and open; declare it once",
    ),
    "free-face": (
        top('free = ["t = 0"]'),
        "free[0]: t = 0 carries a condition (conditions[0]) and is a face; leave it out here, or state nothing there",
    ),
    "open-all-faces": (
        top('open = ["t"]') + '[[conditions]]\nwhere = "t = 1"\nequation = "u = 0"\n',
        "open[0]: both ends of t carry conditions and are faces; leave 't' out here",
    ),
    "not-toml": (
        "equations = [",
        "is not TOML: Invalid value (at end of document)",
    ),
    "toml-duplicate-key": (
        "name = 'a'\nname = 'b'\n",
        "is not TOML: Cannot overwrite a value (at line 2, column 11)",
    ),
    "no-quotes": (
        "equations = [u_t = u_xx]\n",
        "is not TOML: Invalid value (at line 1, column 14)",
    ),
}
