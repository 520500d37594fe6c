"""Formulas as a person would write them: how hard one is to read, and a search for another form.

Nothing is believed because it stands here: whoever takes another form has it proved.
"""
